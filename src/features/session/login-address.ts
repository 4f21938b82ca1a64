/** The address at which signing in starts, so that it comes back to the page asked for. */
export function loginAddress({ pathname, search }: { pathname: string; search: string }): string {
  return `/api/login?${new URLSearchParams({ returnTo: pathname + search }).toString()}`;
}
