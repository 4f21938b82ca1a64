/** The entry of one package in package-lock.json. */
export type LockEntry = {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  inBundle?: boolean;
};

/** The faults of the packages of a lock: each must be known by its hash, and by no address to download it from. */
export function lockComplaints(packages: Readonly<Record<string, LockEntry>>): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    // This repository's own packages come from nowhere else.
    if (!path.includes("node_modules/") || entry.link === true) return [];
    const complaints: string[] = [];
    if (entry.resolved !== undefined) complaints.push(`${path} has a download address`);
    if (!hasHash(entry)) complaints.push(`${path} has no integrity`);
    return complaints;
  });
}

/** A package inside another package's file is known by the hash of that file. */
function hasHash({ integrity, inBundle }: LockEntry): boolean {
  return inBundle === true || integrity?.startsWith("sha512-") === true;
}
