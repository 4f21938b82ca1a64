const ipv6Groups = 8;
/** The groups of an IPv6 address that one customer's network has. */
const networkGroups = 4;

/** The network of an address, by which senders are told apart: IPv6 gives everybody more addresses than can be counted. */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.startsWith("::ffff:")) return address;
  const [head = "", tail = ""] = address.split("::");
  const [start, end] = [head, tail].map((part) => (part === "" ? [] : part.split(":")));
  const groups = [...(start ?? []), ...(end ?? [])];
  const zeros = Array.from({ length: Math.max(0, ipv6Groups - groups.length) }, () => "0");
  return [...(start ?? []), ...zeros, ...(end ?? [])].slice(0, networkGroups).join(":");
}
