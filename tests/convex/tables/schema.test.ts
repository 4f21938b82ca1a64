import { authTables as libraryTables } from "@convex-dev/auth/server";
import { expect, test } from "vitest";
import schema from "../../../convex/schema.ts";
import { authTables } from "../../../convex/tables/auth.ts";

type Exported = {
  tables: { tableName: string; indexes: { indexDescriptor: string; fields: string[] }[] }[];
};

const { tables } = JSON.parse(
  (schema as unknown as { export(): string }).export(),
) as unknown as Exported;

test.each(Object.keys(libraryTables).filter((name) => name !== "users"))(
  "the table %s is what the sign-in library asks for [AUTH-02]",
  (name) => {
    const theirs = libraryTables[name as keyof typeof libraryTables];
    const ours = authTables[name as keyof typeof authTables];

    expect(describe(ours)).toEqual(describe(theirs));
  },
);

test("users have the fields and indexes the sign-in library writes [AUTH-02]", () => {
  const theirs = describe(libraryTables.users) as Described;
  const ours = describe(schema.tables.users) as Described;

  const missing = Object.keys(theirs.documentType.value).filter(
    (field) => !(field in ours.documentType.value),
  );
  expect(missing).toEqual([]);
  expect(ours.indexes).toEqual(expect.arrayContaining(theirs.indexes));
});

test("sessions are found by sid and by expiry [DATA-04]", () => {
  const sessions = tables.find(({ tableName }) => tableName === "sessions");

  expect(sessions?.indexes.map((index) => index.fields)).toEqual(
    expect.arrayContaining([["sid"], ["expire"]]),
  );
});

test("every index is there for a function that reads it: each write pays for it", () => {
  const sources = Object.values(
    import.meta.glob<string>(["../../../convex/**/*.ts", "!**/schema.ts", "!**/tables/**"], {
      ...{ query: "?raw", import: "default", eager: true },
    }),
  ).join("\n");

  const unread = tables
    // The sign-in library reads the indexes of its own tables.
    .filter(({ tableName }) => !(tableName in libraryTables))
    .flatMap(({ tableName, indexes }) =>
      indexes.map(({ indexDescriptor }) => ({ tableName, indexDescriptor })),
    )
    .filter(({ indexDescriptor }) => !sources.includes(`"${indexDescriptor}"`));

  expect(sources).toContain("withIndex(");
  expect(unread).toEqual([]);
});

type Described = {
  indexes: unknown[];
  documentType: { value: Record<string, unknown> };
};

function describe(table: object): unknown {
  return (table as { export(): unknown }).export();
}
