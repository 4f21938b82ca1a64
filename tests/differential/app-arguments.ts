import fc from "fast-check";
import { id as idAmong, mostly, type Sent } from "convex-host/comparing";

type SentArgs = Record<string, Sent>;

/** The arguments that programs use for a public function of the app. */
export type FunctionCalls = {
  args: fc.Arbitrary<SentArgs>;
  /** The weight among all calls. */
  weight?: number;
  /** The arguments of a query for the final read of everything, as tables whose ids are used. */
  sweep?: Record<string, string>;
  /** The fixed arguments of a query in the final read, if it requires any. */
  fixed?: SentArgs;
};

/** An id of a table, sometimes another value. */
export const id = (table: string) =>
  mostly(idAmong(table, ["users", "units"]), fc.constantFrom<Sent>(5, null));

/** An empty object of arguments. */
export const none = fc.constant<SentArgs>({});

/** A text, sometimes an unwanted value. */
export const text = (label: string) =>
  mostly(
    fc.constantFrom(label, `${label} é 😀`, `  ${label}  `),
    fc.constantFrom<Sent>("", "   ", label.repeat(200), null, 7, [label]),
  );

/** A date in one of the accepted formats. */
export const date = mostly(
  fc.constantFrom<Sent>(
    ...["2026-02-20", "2026-03-01", "2026-03-02", "2026-03-06", "2026-03-31"],
    ...["2026-03-04T23:30:00-05:00", "2026-03-04T00:00:00.123Z", "", null],
  ),
  fc.constantFrom<Sent>("2026-02-30", "2026-03-04T10:00", "soon", 5, {}),
);

/** A client-made key. There are few keys, so that calls share them. */
export const key = mostly(fc.constantFrom("a", "b", "c"), fc.constantFrom("", "k".repeat(256)));

/** The fields that a device adds to a change: a key that other changes rarely share, and a time in the future. */
export const act = {
  key: fc.constantFrom<Sent>(..."defghijklmnopqrstuvwxyz"),
  madeAt: fc.constantFrom<Sent>("2999-01-01T00:00:00Z", "2999-01-01T02:00:00.5+02:00"),
};

/** Arguments with these fields; optional ones are sometimes omitted. */
export function record(required: SentFields, optional: SentFields = {}): fc.Arbitrary<SentArgs> {
  return fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) });
}

/** Arguments of a change: the required fields and at most two others, because many fields together are rarely valid. */
export function change(required: SentFields, fields: SentFields): fc.Arbitrary<SentArgs> {
  const chosen = fc.subarray(Object.keys(fields), { maxLength: 2 });
  return fc.tuple(fc.record({ ...required, ...fields }), chosen).map(([all, names]) => {
    const isSent = (name: string) => name in required || names.includes(name);
    return Object.fromEntries(Object.entries(all).filter(([name]) => isSent(name)));
  });
}

type SentFields = Record<string, fc.Arbitrary<Sent>>;
