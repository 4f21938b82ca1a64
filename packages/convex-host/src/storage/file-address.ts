import { createCipheriv, createDecipheriv } from "node:crypto";
import { decodeId, encodeId, newId, storageTableNumber } from "../values/ids.ts";

const uuidShape = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/;

/**
 * The uuid in a stored file's URL is the 16 inner bytes of its id under a secret key: it leads back to the id without a
 * table of its own, and cannot be guessed from the id, which clients see.
 */
export class FileAddresses {
  readonly #key: Buffer;
  readonly #tableNumber: number;

  constructor(options: { key: Buffer; tableNumber: number }) {
    this.#key = options.key;
    this.#tableNumber = options.tableNumber;
  }

  /** The uuid of a `_storage` id; throws for anything else. */
  uuidOf(id: string): string {
    const decoded = decodeId(id);
    if ("error" in decoded || decoded.table !== this.#tableNumber) {
      throw new Error(`Invalid storage ID "${id}".`);
    }
    const hex = this.#encrypt(decoded.inner).toString("hex");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  /** The id behind a uuid, whether or not such a file exists; null when the text is no uuid. */
  idOf(uuid: string): string | null {
    if (!isUuid(uuid)) return null;
    const inner = this.#decrypt(Buffer.from(uuid.replaceAll("-", ""), "hex"));
    return encodeId(this.#tableNumber, inner);
  }

  // A single block needs no mode and no initialization vector: the cipher is a permutation of it.
  #encrypt(block: Uint8Array): Buffer {
    return createCipheriv("aes-128-ecb", this.#key, null).setAutoPadding(false).update(block);
  }

  #decrypt(block: Uint8Array): Buffer {
    return createDecipheriv("aes-128-ecb", this.#key, null).setAutoPadding(false).update(block);
  }
}

/** Returns true when the text has the one spelling of a uuid that file names use. */
export function isUuid(text: string): boolean {
  return uuidShape.test(text);
}

/** An id for a file that is to be stored. */
export function newFileId(nowMs: number): string {
  return newId(storageTableNumber, { nowMs });
}
