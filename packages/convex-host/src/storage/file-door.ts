/** Stored files: bytes under `<DATA_DIR>/files/<uuid>`, metadata in the `_storage` table. */
export interface FileDoor {
  /** The folder of unfinished uploads. It is on the same disk as the files, and is emptied at the start. */
  readonly temporaryFolder: string;
  /**
   * Makes a completely written temporary file a stored one, in one commit; returns its `_storage` id. With an id that
   * was chosen before, a repetition finds the file that is there.
   */
  adopt(file: WrittenFile, chosenId?: string): Promise<string>;
  /** True while a token from `generateUploadUrl` is genuine and not expired (1 hour). */
  isUploadToken(token: string): boolean;
  /** The stored file with the uuid of its URL, as of the last commit; null when there is none. */
  find(uuid: string): Promise<WrittenFile | null>;
  /** Keeps the bytes of files that are deleted from now on, until the returned function is called. */
  hold(): () => void;
}

/** A complete file on disk, and what is known of its bytes. */
export type WrittenFile = {
  path: string;
  size: number;
  sha256Base64: string;
  contentType: string | null;
};

/** The paths of stored files. */
export type BlobPaths = { uuidOf: (id: string) => string; pathOf: (uuid: string) => string };
