/** A file as a database of this device stores it: the file, or its bytes when the browser refuses files. */
export type KeptFile = Blob | { type: string; bytes: ArrayBuffer };

/** The error name with which a private window of Safari refuses files; it does accept bytes. */
const REFUSAL = "UnknownError";

/**
 * Stores files as they are, because a browser then reads them only on use. When the browser refuses files, it gets
 * their bytes; a failed `keep` must change nothing.
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

/** The file from its stored form. */
export function fileOf(kept: KeptFile): Blob {
  return kept instanceof Blob ? kept : new Blob([kept.bytes], { type: kept.type });
}
