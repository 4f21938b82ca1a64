/** The longest wait in ms for a response; a slow connection needs seconds for its first one. */
const LIMIT_MS = 5000;

/** Tests if the server answers now. */
export async function isServerThere(): Promise<boolean> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const answer = await fetch("/", { method: "HEAD", cache: "no-store", signal }).catch(() => null);
  return answer?.ok === true;
}
