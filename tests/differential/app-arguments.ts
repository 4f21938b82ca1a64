import fc from "fast-check";
import { id as idAmong, mostly, type Sent } from "convex-host/comparing";

type SentArgs = Record<string, Sent>;

/** Arguments of programs for a public function of the app. */
export type FunctionCalls = {
  args: fc.Arbitrary<SentArgs>;
  /** Its share of the calls. */
  weight?: number;
  /** Of a query: what its arguments are at the end, when everything is read. */
  sweep?: Record<string, string>;
  /** Of a query that cannot be asked without them: arguments that stay the same at the end. */
  fixed?: SentArgs;
};

/** An id of a table, now and then something else. */
export const id = (table: string) =>
  mostly(idAmong(table, ["users", "units"]), fc.constantFrom<Sent>(5, null));

/** No arguments. */
export const none = fc.constant<SentArgs>({});

/** A text, now and then one that nobody wants. */
export const text = (label: string) =>
  mostly(
    fc.constantFrom(label, `${label} é 😀`, `  ${label}  `),
    fc.constantFrom<Sent>("", "   ", label.repeat(200), null, 7, [label]),
  );

/** A date in one of the forms in which it can be sent. */
export const date = mostly(
  fc.constantFrom<Sent>(
    ...["2026-02-20", "2026-03-01", "2026-03-02", "2026-03-06", "2026-03-31"],
    ...["2026-03-04T23:30:00-05:00", "2026-03-04T00:00:00.123Z", "", null],
  ),
  fc.constantFrom<Sent>("2026-02-30", "2026-03-04T10:00", "soon", 5, {}),
);

/** A client-made key; few, so that they meet again. */
export const key = mostly(fc.constantFrom("a", "b", "c"), fc.constantFrom("", "k".repeat(256)));

/** The words of a device about a change: a key that seldom meets another change, and a moment that is never past. */
export const act = {
  key: fc.constantFrom<Sent>(..."defghijklmnopqrstuvwxyz"),
  madeAt: fc.constantFrom<Sent>("2999-01-01T00:00:00Z", "2999-01-01T02:00:00.5+02:00"),
};

/** Arguments of these fields, the optional ones sometimes left out. */
export function record(required: SentFields, optional: SentFields = {}): fc.Arbitrary<SentArgs> {
  return fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) });
}

/** Arguments of a change: the required fields with at most two of the others, since many together seldom agree. */
export function change(required: SentFields, fields: SentFields): fc.Arbitrary<SentArgs> {
  const chosen = fc.subarray(Object.keys(fields), { maxLength: 2 });
  return fc.tuple(fc.record({ ...required, ...fields }), chosen).map(([all, names]) => {
    const isSent = (name: string) => name in required || names.includes(name);
    return Object.fromEntries(Object.entries(all).filter(([name]) => isSent(name)));
  });
}

type SentFields = Record<string, fc.Arbitrary<Sent>>;
