import { createCipheriv, createDecipheriv, createHash, createHmac } from "node:crypto";
import { bytesToKey, keyToBytes } from "../../values/order-key.ts";

/** The end of a page: after the row with this key, or at the end of the index. */
export type Position = { after: string } | "end";

/** The hash of the query that a cursor belongs to. A cursor of one query is refused by another. */
export type Fingerprint = Buffer;

const ivLength = 12;
const tagLength = 16;

/** The client sent a cursor that is not one of this query's; React's hook answers it by starting over. */
export class InvalidCursorError extends Error {
  override readonly name = "InvalidCursorError";
  readonly data = { isConvexSystemError: true, paginationError: "InvalidCursor" };

  constructor() {
    super(
      "InvalidCursor: Tried to run a query starting from a cursor, but it looks like this cursor is from a different query.",
    );
  }
}

/** The fingerprint of a query: anything that changes what its positions mean changes it. */
export function fingerprintOf(parts: unknown): Fingerprint {
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}

/**
 * Writes and reads cursors. They are encrypted, because a position holds field values of a row that the reader may not
 * see, and authentic, because they come back from clients; equal positions give equal texts, so that an unchanged page
 * is an unchanged result.
 */
export class CursorCodec {
  readonly #ivKey: Buffer;
  readonly #cipherKey: Buffer;

  /** `secret` is at least 32 random bytes. */
  constructor(secret: Buffer) {
    this.#ivKey = createHmac("sha256", secret).update("iv").digest();
    this.#cipherKey = createHmac("sha256", secret).update("cipher").digest();
  }

  encode(position: Position, fingerprint: Fingerprint): string {
    const plain =
      position === "end" ? Buffer.of(0) : Buffer.concat([Buffer.of(1), keyToBytes(position.after)]);
    const iv = createHmac("sha256", this.#ivKey)
      .update(fingerprint)
      .update(plain)
      .digest()
      .subarray(0, ivLength);
    const cipher = createCipheriv("aes-256-gcm", this.#cipherKey, iv).setAAD(fingerprint);
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
  }

  /** The position in a cursor; null when the text is not a cursor of the query with this fingerprint. */
  decode(text: string, fingerprint: Fingerprint): Position | null {
    const bytes = Buffer.from(text, "base64url");
    if (bytes.length <= ivLength + tagLength) return null;
    const decipher = createDecipheriv("aes-256-gcm", this.#cipherKey, bytes.subarray(0, ivLength))
      .setAAD(fingerprint)
      .setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
    try {
      const body = decipher.update(bytes.subarray(ivLength + tagLength));
      decipher.final();
      return body[0] === 0 ? "end" : { after: bytesToKey(body.subarray(1)) };
    } catch {
      // Not authentic: made up, altered, or of another query.
      return null;
    }
  }
}
