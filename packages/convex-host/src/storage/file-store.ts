import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { BlobFolder, flush } from "./blob-folder.ts";
import type { FileAddresses } from "./file-address.ts";
import { fileKeys } from "./file-keys.ts";
import type { FileDoor, WrittenFile } from "./file-door.ts";
import { FileNotStored, isRefusedByDisk } from "./not-stored.ts";
import { StorageError } from "../database/sqlite/driver.ts";
import { UploadTokens } from "./upload-token.ts";
import { pause } from "../slices.ts";
import type { FlushedCommits } from "../database/state/layer.ts";
import type { ReadTransaction } from "../database/transactions/read-transaction.ts";
import type { WriteTransaction } from "../database/transactions/write-transaction.ts";
import type { Database } from "../database/database.ts";

/** The number of files in one slice; other work has a turn between slices. */
const filesPerSlice = 100;

/** One row of `_storage` with the uuid of its URL. */
export type StoredFile = {
  id: string;
  uuid: string;
  sha256Base64: string;
  size: number;
  contentType: string | null;
};

export type FileStoreOptions = {
  folder: string;
  database: Database;
  clock: () => number;
  /** The key that signs upload tokens. It is not in the database, because its readers could sign with it. */
  uploadKey: string;
  /** Runs a transaction of the host in its turn; resolves when it is on disk. */
  transact: <Result>(work: (tx: WriteTransaction) => Result | Promise<Result>) => Promise<Result>;
  onError: (error: unknown) => void;
  /** Called with the cause when the disk has refused a file. */
  onNotStored: (error: unknown) => void;
};

/**
 * Stored files. The row in `_storage` is the source of truth: bytes without a row are removed, and a row appears only
 * once its bytes are on disk under their name.
 */
export class FileStore implements FileDoor {
  readonly temporaryFolder: string;
  readonly #options: FileStoreOptions;
  readonly #blobs: BlobFolder;
  readonly #addresses: FileAddresses;
  readonly #tokens: UploadTokens;
  readonly #startedMs = Date.now();
  #isClosed = false;
  #holds = 0;
  /** Deleted files whose bytes stay while the files are held. After a crash, the next start removes them. */
  readonly #heldBack = new Set<string>();
  readonly #unsubscribe: () => void;

  constructor(options: FileStoreOptions) {
    const { database, folder, uploadKey } = options;
    this.#options = options;
    this.#blobs = new BlobFolder(folder);
    this.temporaryFolder = this.#blobs.temporaryFolder;
    this.#addresses = fileKeys(database).addresses;
    this.#tokens = new UploadTokens(Buffer.from(uploadKey));
    this.#unsubscribe = database.onCommit((commit) => this.#removeDeleted(commit));
  }

  async adopt(file: WrittenFile, chosenId?: string): Promise<string> {
    if (chosenId !== undefined && this.#isStored(chosenId)) return chosenId;
    let id: string | null = null;
    try {
      await flush(file.path);
      return await this.#options.transact(
        async (tx) => (id = await this.adoptWithin(tx, file, chosenId)),
      );
    } catch (error) {
      // The bytes are removed at once: a full disk may have refused them.
      await rm(file.path, { force: true });
      if (id !== null) await this.#blobs.remove(this.#addresses.uuidOf(id));
      throw error;
    }
  }

  /** `adopt` inside a transaction that is already open. A caller that needs the bytes on disk flushes them first. */
  async adoptWithin(tx: WriteTransaction, file: WrittenFile, chosenId?: string): Promise<string> {
    const { sha256Base64: sha256, size, contentType } = file;
    const id = tx.system.insert("_storage", { sha256, size, contentType }, chosenId);
    // The bytes move before the commit: a row without bytes would be a broken file, bytes without a row are removed at
    // the next start.
    await this.#blobs.take(file.path, this.#addresses.uuidOf(id));
    return id;
  }

  /** Stores a blob for an action, after checking the hash the caller expects. */
  async store(blob: Blob, expectedSha256?: string): Promise<string> {
    try {
      return await this.adopt(await this.write(blob, expectedSha256));
    } catch (error) {
      if (!isRefusedByDisk(error) && !(error instanceof StorageError)) throw error;
      this.#options.onNotStored(error);
      throw new FileNotStored(error);
    }
  }

  /** Writes a blob to the temporary folder. Throws when its hash is not the expected one. */
  async write(blob: Blob, expectedSha256?: string): Promise<WrittenFile> {
    const bytes = Buffer.from(await blob.arrayBuffer());
    const sha256Base64 = createHash("sha256").update(bytes).digest("base64");
    if (expectedSha256 !== undefined && expectedSha256 !== sha256Base64) {
      throw new Error(`Sha256Mismatch: expected ${expectedSha256}, got ${sha256Base64}`);
    }
    const path = this.#blobs.newPath();
    try {
      await writeFile(path, bytes);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { path, size: bytes.length, sha256Base64, contentType: blob.type || null };
  }

  /** The bytes of a file; null when they were removed with their row meanwhile. */
  async read(file: StoredFile): Promise<Blob | null> {
    const bytes = await readFile(this.#blobs.pathOf(file.uuid)).catch(() => null);
    return bytes === null ? null : new Blob([bytes], { type: file.contentType ?? "" });
  }

  isUploadToken(token: string): boolean {
    return this.#tokens.isValid(token, this.#options.clock());
  }

  /** A token for one hour from `nowMs` (milliseconds since the epoch). */
  makeUploadToken(nowMs: number): string {
    return this.#tokens.make(nowMs);
  }

  async find(uuid: string): Promise<WrittenFile | null> {
    const snapshot = this.#options.database.snapshot();
    try {
      const file = this.locate(snapshot.begin({ nowMs: this.#options.clock() }), uuid);
      if (file === null || file.uuid !== uuid) return null;
      const { size, sha256Base64, contentType } = file;
      return { path: this.#blobs.pathOf(uuid), size, sha256Base64, contentType };
    } finally {
      snapshot.close();
    }
  }

  /**
   * Finds a file by its `_storage` id or uuid, as the transaction sees it. A missing file is a part of the read set
   * too.
   */
  locate(tx: ReadTransaction, storageId: string): StoredFile | null {
    const id = this.#addresses.idOf(storageId) ?? storageId;
    const uuid = this.#addresses.uuidOf(id);
    const text = tx.get({ id, isSystem: true });
    if (text === null) return null;
    const row = JSON.parse(text) as { sha256: string; size: number; contentType: string | null };
    return { id, uuid, sha256Base64: row.sha256, size: row.size, contentType: row.contentType };
  }

  /** Deletes the row; the bytes follow once the transaction is on disk. */
  remove(tx: WriteTransaction, storageId: string): void {
    const file = this.locate(tx, storageId);
    if (file === null) throw new Error(`storage id ${storageId} not found`);
    tx.system.remove(file.id);
  }

  hold(): () => void {
    let isHeld = true;
    this.#holds += 1;
    return () => {
      if (isHeld) this.#holds -= 1;
      isHeld = false;
      if (this.#holds > 0) return;
      const uuids = [...this.#heldBack];
      this.#heldBack.clear();
      for (const uuid of uuids) this.#drop(uuid);
    };
  }

  /** Removes bytes that no row names, which a crash between the two left behind. Works in slices with pauses. */
  async removeOrphans(): Promise<void> {
    for await (const uuids of this.#blobs.batches(filesPerSlice)) {
      if (this.#isClosed) return;
      for (const uuid of this.#withoutRow(uuids))
        // A younger blob may be about to get its row.
        if (await this.#blobs.isOlderThan(uuid, this.#startedMs)) this.#drop(uuid);
      await pause();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
  }

  #isStored(id: string): boolean {
    const snapshot = this.#options.database.snapshot();
    try {
      return this.locate(snapshot.begin({ nowMs: this.#options.clock() }), id)?.id === id;
    } finally {
      snapshot.close();
    }
  }

  #withoutRow(uuids: readonly string[]): string[] {
    const snapshot = this.#options.database.snapshot();
    try {
      const tx = snapshot.begin({ nowMs: this.#options.clock() });
      return uuids.filter((uuid) => this.locate(tx, uuid)?.uuid !== uuid);
    } finally {
      snapshot.close();
    }
  }

  #removeDeleted({ writes }: FlushedCommits): void {
    for (const { id, table, after } of writes) {
      if (table !== "_storage" || after.length > 0) continue;
      this.#drop(this.#addresses.uuidOf(id));
    }
  }

  #drop(uuid: string): void {
    if (this.#holds > 0) this.#heldBack.add(uuid);
    else this.#blobs.remove(uuid).catch(this.#options.onError);
  }
}
