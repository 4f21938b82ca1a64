/** The entry of one package in package-lock.json. */
export type LockEntry = {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
};

/**
 * Tools for other platforms that the lock names without a hash: the registry it was made with had nothing of them. They
 * are never part of a release, and an entry that npm completes is as good as any other.
 */
const withoutHash = /node_modules\/@(oxc-parser\/binding|tailwindcss\/oxide)-[a-z0-9-]+$/;

/** The faults of the packages of a lock: each must be known by its hash, and by no address to download it from. */
export function lockComplaints(packages: Readonly<Record<string, LockEntry>>): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    // This repository's own packages come from nowhere else.
    if (!path.includes("node_modules/") || entry.link === true) return [];
    const complaints: string[] = [];
    if (entry.resolved !== undefined) complaints.push(`${path} has a download address`);
    if (!hasHash(path, entry)) complaints.push(`${path} has no integrity`);
    return complaints;
  });
}

function hasHash(path: string, { integrity, dev, optional }: LockEntry): boolean {
  if (integrity !== undefined) return integrity.startsWith("sha512-");
  return dev === true && optional === true && withoutHash.test(path);
}
