// IPv6 networks give every customer a block of this size, so counting single addresses would count nothing.
const ipv6BlockGroups = 4;

/** Whom an address stands for when senders are counted. */
export function addressBlock(address: string | null): string {
  if (address === null) return "unknown";
  if (!address.includes(":") || address.startsWith("::ffff:")) return address;
  const [start = ""] = address.split("::");
  const groups = [...start.split(":"), ...Array.from({ length: ipv6BlockGroups }, () => "0")];
  return groups.slice(0, ipv6BlockGroups).join(":");
}
