import type { Value } from "convex/values";
import fc from "fast-check";

/** A reference to the nth id that the program has seen in a table, modulo the number of known ids. */
export type Ref = { idOf: string; nth: number };

/** A value of a program. It refers to ids by their position, because each engine makes its own ids. */
export type Sent = Value | Ref | Sent[] | { [field: string]: Sent };

/** Generates the usual values, and odd ones once in 25. */
export function mostly<One, Other>(
  usual: fc.Arbitrary<One>,
  odd: fc.Arbitrary<Other>,
): fc.Arbitrary<One | Other> {
  return fc.oneof({ weight: 24, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

/** Generates an id of the table, sometimes of another table or a text that is no id. */
export function id(table: string, others: readonly string[]): fc.Arbitrary<Sent> {
  return mostly<Sent, Sent>(
    refTo(table),
    fc.oneof(...others.map(refTo), fc.constantFrom<Sent>("", "nonsense")),
  );
}

/** Generates a reference to an earlier id of the table. */
export function refTo(table: string): fc.Arbitrary<Ref> {
  return fc.record({ idOf: fc.constant(table), nth: fc.nat(19) });
}

/** Replaces the references by ids; a reference without a known id becomes a text that is no id. */
export function resolve(sent: Sent, idsOf: (table: string) => readonly string[]): Value {
  if (Array.isArray(sent)) return sent.map((element) => resolve(element, idsOf));
  if (typeof sent !== "object" || sent === null || sent instanceof ArrayBuffer) return sent;
  if (isRef(sent)) {
    const ids = idsOf(sent.idOf);
    return ids[sent.nth % ids.length] ?? "none yet";
  }
  const entries = Object.entries(sent as Record<string, Sent>);
  return Object.fromEntries(entries.map(([field, value]) => [field, resolve(value, idsOf)]));
}

function isRef(sent: object): sent is Ref {
  return "idOf" in sent && "nth" in sent;
}
