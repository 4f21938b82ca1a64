import { type CallerCheck, keyHolder, nameOfCaller } from "./caller-check.ts";

const holderName = nameOfCaller(keyHolder);

/** The admin key that a connection was accepted with. */
export class AcceptedKey {
  #key: string | null = null;

  set(key: string): void {
    this.#key = key;
  }

  /** True when another key was made in its place, and the connection is still that of its holder. */
  async isReplaced(check: CallerCheck, callerName: () => string | null): Promise<boolean> {
    const key = this.#key;
    if (key === null || callerName() !== holderName) return false;
    const isLast = await check.isLastKey(key);
    return !isLast && this.#key === key && callerName() === holderName;
  }
}
