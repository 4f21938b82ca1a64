// The groups of an IPv6 block. Networks give every customer such a block, so counting single addresses would be
// useless.
const ipv6BlockGroups = 4;
const ipv6Groups = 8;

/** The groups of an IPv6 network. Customers have up to this much: tens of thousands of blocks. */
const ipv6NetworkGroups = 3;
/**
 * The prefix in which translators give each IPv4 address an IPv6 one. As a block, all of them would be one sender (RFC
 * 6052).
 */
const translated = "64:ff9b::";

/** The block of addresses that counts as one sender: an IPv4 address, or the first four groups of an IPv6 address. */
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

/** The network of a block. The holder of a block may have all other blocks of its network. */
export function networkOf(block: string): string {
  const groups = block.split(":");
  // A whole address is its own network: an IPv4 address, and one that is written as IPv6.
  const isBlock = groups.length === ipv6BlockGroups && !block.includes("::");
  return isBlock ? groups.slice(0, ipv6NetworkGroups).join(":") : block;
}

/** The groups of a part of an IPv6 address. An IPv4 address at its end counts for two. */
function groupsOf(part: string): string[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => (group.includes(".") ? [group, ""] : [group]));
}
