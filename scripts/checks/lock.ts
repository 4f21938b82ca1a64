/** The entry of one package in package-lock.json. */
export type LockEntry = {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  inBundle?: boolean;
};

/** The faults of a lock's packages. Each package must have a hash and no download address. */
export function lockComplaints(packages: Readonly<Record<string, LockEntry>>): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    // The repository's own packages are not downloaded.
    if (!path.includes("node_modules/") || entry.link === true) return [];
    const complaints: string[] = [];
    if (entry.resolved !== undefined) complaints.push(`${path} has a download address`);
    if (!hasHash(entry)) complaints.push(`${path} has no integrity`);
    return complaints;
  });
}

/** A package that is bundled in another package's file is covered by the hash of that file. */
function hasHash({ integrity, inBundle }: LockEntry): boolean {
  return inBundle === true || integrity?.startsWith("sha512-") === true;
}
