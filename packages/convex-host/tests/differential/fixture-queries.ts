import fc from "fast-check";
import type { Bound, Ending, FilterStep, QueryStep } from "./fixture-steps.ts";
import { value } from "./fixture-values.ts";
import { id, mostly, refTo, type Sent } from "./sent-values.ts";

/** The time at which programs begin; each operation advances it by one second. */
export const programStart = Date.parse("2026-03-02T08:00:00Z");

/** A query step whose ids are still references to earlier ids. */
export type SentQuery = Omit<QueryStep, "bounds" | "filters"> & {
  bounds?: Sent[];
  filters?: Sent[];
};

const moment = fc.nat(80).map((seconds) => programStart + 1000 * seconds);

const count = fc.integer({ min: 0, max: 3 });

const valueByField: Record<string, fc.Arbitrary<Sent>> = {
  n: mostly<Sent, Sent>(count, value),
  count: mostly<Sent, Sent>(count, value),
  kind: mostly<Sent, Sent>(fc.constantFrom("first", "second"), value),
  _creationTime: moment,
  _id: id("things", ["strict"]),
};

type IndexFields = { table: string; index: string; fields: string[] };

const indexes: readonly IndexFields[] = [
  { table: "things", index: "by_a", fields: ["a", "_creationTime"] },
  { table: "things", index: "by_a_b", fields: ["a", "b", "_creationTime"] },
  { table: "things", index: "by_n_a", fields: ["n", "a"] },
  { table: "things", index: "by_deep", fields: ["o.x", "b"] },
  { table: "things", index: "by_creation_time", fields: ["_creationTime"] },
  { table: "strict", index: "by_kind_count", fields: ["kind", "count"] },
  { table: "strict", index: "by_creation_time", fields: ["_creationTime"] },
];

/** A bound of an index range; without a value it compares with undefined. */
function bound(field: string, ops: readonly Bound["op"][]): fc.Arbitrary<Sent> {
  return fc.record(
    {
      op: fc.constantFrom(...ops),
      field: fc.constant(field),
      value: valueByField[field] ?? value,
    },
    { requiredKeys: ["op", "field"] },
  );
}

/** Makes equalities on the first fields of an index, then bounds on the next field. */
function boundsOn(fields: readonly string[]): fc.Arbitrary<Sent[]> {
  return fc.nat(fields.length).chain((equalities) => {
    const next = fields[equalities];
    const equal = fields.slice(0, equalities).map((field) => bound(field, ["eq"]));
    if (next === undefined) return fc.tuple(...equal);
    const lower = bound(next, ["gt", "gte"]);
    const upper = bound(next, ["lt", "lte"]);
    const rest = fc.oneof(
      fc.constant([]),
      fc.tuple(lower),
      fc.tuple(upper),
      fc.tuple(lower, upper),
      fc.tuple(upper, lower),
    );
    return fc.tuple(fc.tuple(...equal), rest).map(([first, last]) => [...first, ...last]);
  });
}

/** Ranges that no index of the schema supports. */
const wrongBounds = fc.constantFrom<Sent[]>(
  [{ op: "gt", field: "b", value: 1 }],
  [{ op: "eq", field: "b", value: 1 }],
  [{ op: "eq", field: "c", value: 1 }],
  [
    { op: "gt", field: "a", value: 1 },
    { op: "gte", field: "a", value: 1 },
  ],
  [
    { op: "gt", field: "a", value: 1 },
    { op: "lt", field: "b", value: 1 },
  ],
  [
    { op: "eq", field: "a", value: 1 },
    { op: "eq", field: "a", value: 1 },
  ],
  [
    { op: "lt", field: "a", value: 1 },
    { op: "eq", field: "b", value: 1 },
  ],
);

const operand = fc.oneof(
  fc
    .constantFrom(
      "a",
      "b",
      "o",
      "o.x",
      "o.x.y",
      "n",
      "_creationTime",
      "kind",
      "count",
      "like",
      "none",
    )
    .map((path): Sent => ({ op: "field", path })),
  fc.record(
    { op: fc.constant("literal"), value: fc.oneof(value, refTo("things")) },
    { requiredKeys: ["op"] },
  ),
);

const number: fc.Arbitrary<Sent> = fc.letrec<{ number: Sent }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 2 },
    fc.constant<Sent>({ op: "field", path: "n" }),
    count.map((literal): Sent => ({ op: "literal", value: literal })),
    fc.record<{ op: Sent; of: Sent }>({
      op: fc.constantFrom("add", "sub"),
      of: fc.tuple(tie("number"), tie("number")),
    }),
  ),
})).number;

const hasNumber: Sent = { op: "neq", of: [{ op: "field", path: "n" }, { op: "literal" }] };

/** Filter conditions. The order operators compare numbers only, because only there JavaScript's order is Convex's. */
const condition = (ordered: boolean): fc.Arbitrary<Sent> =>
  fc.letrec<{ filter: Sent }>((tie) => {
    const filters = fc.array(tie("filter"), { minLength: 1, maxLength: 3 });
    const equality = fc.record<{ op: Sent; of: Sent }>({
      op: fc.constantFrom<FilterStep["op"]>("eq", "neq"),
      of: fc.tuple(operand, operand),
    });
    const order = fc
      .record<{ op: Sent; of: Sent }>({
        op: fc.constantFrom<FilterStep["op"]>("lt", "lte", "gt", "gte"),
        of: fc.tuple(number, number),
      })
      .map((compared): Sent => ({ op: "and", of: [hasNumber, compared] }));
    return {
      filter: fc.oneof(
        { maxDepth: 3 },
        ordered ? fc.oneof(equality, order) : equality,
        fc.record<{ op: Sent; of: Sent }>({ op: fc.constantFrom("and", "or"), of: filters }),
        fc.record<{ op: Sent; of: Sent }>({ op: fc.constant("not"), of: fc.tuple(tie("filter")) }),
      ),
    };
  }).filter;

const order = fc.constantFrom<"asc" | "desc">("asc", "desc");

const ofIndex = fc.constantFrom(...indexes).chain(({ table, index, fields }) => {
  const source = { table: fc.constant(table), index: fc.constant(index), order };
  const filters = fc.array(condition(table === "things"), { maxLength: 1 });
  return fc.record<SentQuery>({ ...source, bounds: boundsOn(fields), filters });
});

const wholeTable = fc.constantFrom("things", "strict", "nowhere").chain((table) =>
  fc.record<SentQuery>({
    ...{ table: fc.constant(table), order },
    filters: fc.array(condition(table === "things"), { maxLength: 2 }),
  }),
);

const byId = fc.record<SentQuery>({
  table: fc.constant("things"),
  index: fc.constant("by_id"),
  bounds: fc.tuple(bound("_id", ["eq"])),
});

const refused = fc.oneof(
  fc.record<SentQuery>({
    table: fc.constant("things"),
    index: fc.constant("by_a_b"),
    bounds: wrongBounds,
  }),
  fc.constant<SentQuery>({ table: "things", index: "by_nothing" }),
);

/** Reads over every index and over the whole table, in both orders, with and without filters. */
export const query: fc.Arbitrary<SentQuery> = fc.oneof(
  { weight: 16, arbitrary: ofIndex },
  { weight: 4, arbitrary: wholeTable },
  { weight: 1, arbitrary: byId },
  { weight: 1, arbitrary: refused },
);

/** The queries that are read in pages. */
export const pagedQuery: fc.Arbitrary<SentQuery> = fc.oneof(ofIndex, wholeTable);

/** The ways in which a query ends. */
export const ending: fc.Arbitrary<Ending> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Ending>({ type: "collect" }) },
  fc.constantFrom<Ending>({ type: "first" }, { type: "unique" }),
  fc.record({ type: fc.constant("take" as const), count: fc.nat(4) }),
  fc.record({ type: fc.constant("walk" as const), count: fc.integer({ min: 1, max: 4 }) }),
);
