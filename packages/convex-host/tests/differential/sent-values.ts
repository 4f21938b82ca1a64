import type { Value } from "convex/values";
import fc from "fast-check";

/** An id of a table that the program has seen before: which one, counted round the known ones. */
export type Ref = { idOf: string; nth: number };

/** A value of a program: an argument in which ids are named by their place, since each engine has its own. */
export type Sent = Value | Ref | Sent[] | { [field: string]: Sent };

/** Mostly the one, sometimes the other. */
export function mostly<One, Other>(
  usual: fc.Arbitrary<One>,
  odd: fc.Arbitrary<Other>,
): fc.Arbitrary<One | Other> {
  return fc.oneof({ weight: 24, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

/** An id of a table, sometimes of another one, sometimes none at all. */
export function id(table: string, others: readonly string[]): fc.Arbitrary<Sent> {
  return mostly<Sent, Sent>(
    refTo(table),
    fc.oneof(...others.map(refTo), fc.constantFrom<Sent>("", "nonsense")),
  );
}

/** An id of a table that was seen before. */
export function refTo(table: string): fc.Arbitrary<Ref> {
  return fc.record({ idOf: fc.constant(table), nth: fc.nat(19) });
}

/** The value with ids in the places of the references; where none is known yet, a text that is none. */
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
