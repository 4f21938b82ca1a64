/** True for addresses that only this machine can reach. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, "");
  return plain === "localhost" || plain === "::1" || /^127(\.\d{1,3}){3}$/.test(plain);
}

/** True for host names of this machine. Names below localhost are among them (RFC 6761). */
export function isLoopbackName(hostname: string): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, "")) || hostname.endsWith(".localhost");
}
