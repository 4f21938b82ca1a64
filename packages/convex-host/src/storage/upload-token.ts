import { createHmac, timingSafeEqual } from "node:crypto";

const lifetimeMs = 60 * 60 * 1000;

/** Makes and checks the tokens of upload URLs: stateless, genuine for one hour. */
export class UploadTokens {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  make(nowMs: number): string {
    const expires = (Math.floor(nowMs) + lifetimeMs).toString(36);
    return `${expires}.${this.#signatureOf(expires).toString("base64url")}`;
  }

  isValid(token: string, nowMs: number): boolean {
    const [expires = "", signature = ""] = token.split(".");
    const given = Buffer.from(signature, "base64url");
    const expected = this.#signatureOf(expires);
    return (
      given.length === expected.length &&
      timingSafeEqual(given, expected) &&
      parseInt(expires, 36) > nowMs
    );
  }

  #signatureOf(expires: string): Buffer {
    return createHmac("sha256", this.#key).update(expires).digest();
  }
}
