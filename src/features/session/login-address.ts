/** The address that starts a sign-in and then returns to the requested page. */
export function loginAddress({ pathname, search }: { pathname: string; search: string }): string {
  return `/api/login?${new URLSearchParams({ returnTo: pathname + search }).toString()}`;
}
