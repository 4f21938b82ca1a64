/** A file as a database of this device has it: itself, or its bytes where the browser keeps no files. */
export type KeptFile = Blob | { type: string; bytes: ArrayBuffer };

/** A private window of Safari refuses each file with this; it keeps bytes. */
const REFUSAL = "UnknownError";

/**
 * Keeps files as they are, because a browser reads those only when they are used. Where it refuses them, it is given their
 * bytes; `keep` changes nothing when it fails.
 */
export async function keepFiles<Name, Done>(
  files: ReadonlyMap<Name, Blob>,
  keep: (files: ReadonlyMap<Name, KeptFile>) => Promise<Done>,
): Promise<Done> {
  try {
    return await keep(files);
  } catch (error) {
    if (files.size === 0 || !(error instanceof Error) || error.name !== REFUSAL) throw error;
    const entries = [...files].map(
      async ([name, file]) => [name, { type: file.type, bytes: await file.arrayBuffer() }] as const,
    );
    return await keep(new Map(await Promise.all(entries)));
  }
}

/** The file that was kept. */
export function fileOf(kept: KeptFile): Blob {
  return kept instanceof Blob ? kept : new Blob([kept.bytes], { type: kept.type });
}
