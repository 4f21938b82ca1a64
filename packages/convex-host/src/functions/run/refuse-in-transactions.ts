import { onlyInActions } from "../syscalls/refusals.ts";
import { currentTransaction } from "./context.ts";

/** Replaces a method by one that throws when a query or mutation calls it and `refusal` returns a reason. */
export function refuseInTransactions(
  owner: object,
  name: string,
  refusal: (args: readonly unknown[]) => string | null,
): void {
  const real = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
  const replacement = function (this: unknown, ...args: unknown[]) {
    const what = currentTransaction() === undefined ? null : refusal(args);
    if (what !== null) throw onlyInActions(what);
    return Reflect.apply(real, this, args);
  };
  // Keeps the properties of the original, such as util.promisify.custom of setTimeout.
  Object.defineProperties(replacement, Object.getOwnPropertyDescriptors(real));
  Object.defineProperty(owner, name, { value: replacement, writable: true, configurable: true });
}
