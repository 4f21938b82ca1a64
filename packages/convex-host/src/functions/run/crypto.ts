import { currentExecution, currentTransaction } from "./context.ts";
import { refuseInTransactions } from "./refuse-in-transactions.ts";

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

/** Seeds `crypto` inside of queries and mutations, and refuses there what needs true randomness. */
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
}

/** Counts promises that WebCrypto settles outside of the thread: an execution that waits for one is not stalled. */
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
