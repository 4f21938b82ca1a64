// IPv6 networks give every customer a block of this size, so counting single addresses would count nothing.
const ipv6BlockGroups = 4;
const ipv6Groups = 8;

/** Whom an address stands for when senders are counted. */
export function addressBlock(address: string | null): string {
  if (address === null) return "unknown";
  if (!address.includes(":") || address.startsWith("::ffff:")) return address;
  const [head = "", tail = ""] = address.split("::");
  const [start, end] = [groupsOf(head), groupsOf(tail)];
  const left = Math.max(0, ipv6Groups - start.length - end.length);
  const groups = [...start, ...Array.from({ length: left }, () => "0"), ...end];
  return groups.slice(0, ipv6BlockGroups).join(":");
}

/** The groups of a part of an IPv6 address; an IPv4 address at its end stands for two. */
function groupsOf(part: string): string[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => (group.includes(".") ? [group, ""] : [group]));
}
