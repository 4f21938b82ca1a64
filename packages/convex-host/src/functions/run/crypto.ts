import { createHash } from "node:crypto";
import { currentExecution, currentTransaction } from "./context.ts";
import { refuseInTransactions } from "./refuse-in-transactions.ts";
import { isTurnLong } from "./turns.ts";

const subtleMethods = [
  ...([
    "decrypt",
    "deriveBits",
    "deriveKey",
    "digest",
    "encrypt",
    "exportKey",
    "importKey",
  ] as const),
  ...(["sign", "unwrapKey", "verify", "wrapKey"] as const),
];

/** The OpenSSL names of the digests of WebCrypto. */
const digestNames: ReadonlyMap<string, string> = new Map([
  ["SHA-1", "sha1"],
  ["SHA-256", "sha256"],
  ["SHA-384", "sha384"],
  ["SHA-512", "sha512"],
]);
/** The most bytes of a digest that is computed on the function thread. */
const mostDigestedBytes = 16 * 1024;

/** Seeds `crypto` inside of queries and mutations, and refuses operations there that need true randomness. */
export function installCrypto(): void {
  const realValues = crypto.getRandomValues.bind(crypto);
  const realUuid = crypto.randomUUID.bind(crypto);
  const seeded: Pick<Crypto, "getRandomValues" | "randomUUID"> = {
    getRandomValues: (array) => {
      const random = currentExecution()?.random;
      if (random == null || array === null) return realValues(array);
      random.fill(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
      return array;
    },
    randomUUID: () => currentExecution()?.random?.uuid() ?? realUuid(),
  };
  for (const [name, value] of Object.entries(seeded)) {
    Object.defineProperty(crypto, name, { value, writable: true, configurable: true });
  }
  refuseInTransactions(crypto.subtle, "generateKey", () => "crypto.subtle.generateKey");
  refuseInTransactions(crypto.subtle, "sign", ([algorithm]) => {
    const name = algorithmName(algorithm);
    return ["ECDSA", "RSA-PSS"].includes(name) ? `crypto.subtle.sign with ${name}` : null;
  });
  refuseInTransactions(crypto.subtle, "encrypt", ([algorithm]) => {
    const name = algorithmName(algorithm);
    return name === "RSA-OAEP" ? `crypto.subtle.encrypt with ${name}` : null;
  });
  for (const name of subtleMethods) countPending(name);
  installDigest();
}

/**
 * Computes short digests of queries and mutations on the function thread. WebCrypto computes them on another thread, so
 * a mutation would wait a turn of the event loop: the commits before it would be flushed in that turn, and no commit
 * would share its flush. A function whose turn is long leaves the digest to WebCrypto.
 */
function installDigest(): void {
  const { subtle } = crypto;
  const real = Reflect.get(subtle, "digest") as (...args: unknown[]) => Promise<ArrayBuffer>;
  const value: SubtleCrypto["digest"] = async function (this: unknown, algorithm, data) {
    const isHere = this === subtle && currentTransaction() !== undefined && !isTurnLong();
    const bytes = isHere ? bytesOf(data) : null;
    const name = bytes === null ? undefined : digestNames.get(algorithmName(algorithm));
    if (bytes === null || name === undefined || bytes.length > mostDigestedBytes)
      return await Reflect.apply(real, this, [algorithm, data]);
    return new Uint8Array(createHash(name).update(bytes).digest()).buffer;
  };
  Object.defineProperty(subtle, "digest", { value, writable: true, configurable: true });
}

/** The bytes to digest; null for inputs that are left to WebCrypto and its errors. */
function bytesOf(data: unknown): Uint8Array | null {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (!ArrayBuffer.isView(data) || !(data.buffer instanceof ArrayBuffer)) return null;
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** Counts promises of WebCrypto, which settle outside of the thread: an execution that waits for one is not stalled. */
function countPending(name: keyof SubtleCrypto): void {
  const real = Reflect.get(crypto.subtle, name) as (...args: unknown[]) => Promise<unknown>;
  const value = function (this: unknown, ...args: unknown[]) {
    const work = Reflect.apply(real, this, args);
    return currentTransaction()?.pending.add(work) ?? work;
  };
  Object.defineProperty(crypto.subtle, name, { value, writable: true, configurable: true });
}

function algorithmName(algorithm: unknown): string {
  const name = typeof algorithm === "string" ? algorithm : (algorithm as { name?: unknown })?.name;
  return String(name).toUpperCase();
}
