// IPv6 networks give every customer a block of this size, so counting single addresses would count nothing.
const ipv6BlockGroups = 4;
const ipv6Groups = 8;

/** Customers have up to this much of IPv6: tens of thousands of such blocks. */
const ipv6NetworkGroups = 3;
/** Translators give each IPv4 address one here: as a block they would all be one sender (RFC 6052). */
const translated = "64:ff9b::";

/** The block of addresses that counts as one sender. */
export function addressBlock(address: string | null): string {
  if (address === null) return "unknown";
  const isOfOne = address.startsWith("::ffff:") || address.startsWith(translated);
  if (!address.includes(":") || isOfOne) return address;
  const [head = "", tail = ""] = address.split("::");
  const [start, end] = [groupsOf(head), groupsOf(tail)];
  const left = Math.max(0, ipv6Groups - start.length - end.length);
  const groups = [...start, ...Array.from({ length: left }, () => "0"), ...end];
  return groups.slice(0, ipv6BlockGroups).join(":");
}

/** The network that a block belongs to: its holder may have all other blocks of it. */
export function networkOf(block: string): string {
  const groups = block.split(":");
  // A whole address stands for itself: an IPv4 address, and one that is written as IPv6.
  const isBlock = groups.length === ipv6BlockGroups && !block.includes("::");
  return isBlock ? groups.slice(0, ipv6NetworkGroups).join(":") : block;
}

/** The groups of a part of an IPv6 address; an IPv4 address at its end stands for two. */
function groupsOf(part: string): string[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => (group.includes(".") ? [group, ""] : [group]));
}
