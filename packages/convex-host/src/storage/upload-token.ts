import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const lifetimeMs = 60 * 60 * 1000;

/**
 * Makes and checks the tokens of upload URLs. Each is different and valid for one hour. Used tokens are not kept here.
 */
export class UploadTokens {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  make(nowMs: number): string {
    const expires = (Math.floor(nowMs) + lifetimeMs).toString(36);
    const signed = `${expires}-${randomBytes(12).toString("hex")}`;
    return `${signed}.${this.#signatureOf(signed).toString("base64url")}`;
  }

  isValid(token: string, nowMs: number): boolean {
    const [signed = "", signature = ""] = token.split(".");
    const [expires = ""] = signed.split("-");
    const given = Buffer.from(signature, "base64url");
    const expected = this.#signatureOf(signed);
    return (
      given.length === expected.length &&
      timingSafeEqual(given, expected) &&
      parseInt(expires, 36) > nowMs
    );
  }

  #signatureOf(signed: string): Buffer {
    return createHmac("sha256", this.#key).update(signed).digest();
  }
}
