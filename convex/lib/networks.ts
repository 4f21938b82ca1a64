const ipv6Groups = 8;
/** The number of leading groups of an IPv6 address that identify one customer's network. */
const networkGroups = 4;

/**
 * The network of an address, which identifies a sender. Single IPv6 addresses do not, because each customer has
 * countless ones.
 */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.startsWith("::ffff:")) return address;
  const [head = "", tail = ""] = address.split("::");
  const [start, end] = [head, tail].map((part) => (part === "" ? [] : part.split(":")));
  const groups = [...(start ?? []), ...(end ?? [])];
  const zeros = Array.from({ length: Math.max(0, ipv6Groups - groups.length) }, () => "0");
  return [...(start ?? []), ...zeros, ...(end ?? [])].slice(0, networkGroups).join(":");
}
