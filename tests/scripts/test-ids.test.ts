import { expect, test } from "vitest";
import {
  duplicatesIn,
  idsBeforeSentences,
  idsInTestNames,
  keepersIn,
  requirementsIn,
  rulesIn,
  testFoldersIn,
  textOfId,
} from "../../scripts/checks/test-ids.ts";

test("ids at the end of a test name are found, alone and in company", () => {
  const source = `
    test("an empty list invites [PROJ-04]", () => {});
    test.each(rows)('$role may [PERM-01] [PERM-18]', () => {});
    test(\`a throw notifies nobody [D3, D4]\`, () => {});
    const id = "[AUTH-07]";
  `;

  expect(idsInTestNames(source)).toEqual([
    ...["PROJ-04", "PERM-01", "PERM-18", "D3", "D4", "AUTH-07"],
  ]);
  expect(idsBeforeSentences(source)).toEqual([]);
});

test("an id inside a name or outside a text is no claim", () => {
  expect(idsInTestNames(`test("see [PROJ-04] first"); // [D3]\n rows[A1]`)).toEqual([]);
});

test("ids before their sentence are found, so that they can be refused", () => {
  const source = `test("[PROJ-04] [D3] it invites"); test('[D4] one'); const ids = "[D5] [D6]";`;

  expect(idsBeforeSentences(source)).toEqual(["[PROJ-04] [D3]", "[D4]"]);
  expect(idsInTestNames(source)).toEqual(["D5", "D6"]);
});

test("requirements and rules are read from the start of a line", () => {
  expect(requirementsIn("- AUTH-01: one\n- AUTH-02: like AUTH-01: two\n")).toEqual([
    "AUTH-01",
    "AUTH-02",
  ]);
  expect(rulesIn("## D Database\n\n- **D1** one\nD2. two, unlike D9\n| D3 | three |\n")).toEqual([
    "D1",
    "D2",
    "D3",
  ]);
});

test("an id given twice is found", () => {
  expect(duplicatesIn(["D1", "D2", "D1"])).toEqual(["D1"]);
});

const rules = `## D Database

Tests: \`tests/host/database\`, \`tests/host/storage\`.

- **D1** one
  on two lines
  → \`database/a.ts\`, \`storage/b.ts\`
- **D2** two, with \`code\` in it

## E
`;

test("a rule names the files that keep it behind an arrow", () => {
  expect([...keepersIn(rules)]).toEqual([
    ["D1", ["database/a.ts", "storage/b.ts"]],
    ["D2", []],
  ]);
});

test("a section names the folders of its tests", () => {
  expect(testFoldersIn(rules)).toEqual(["tests/host/database", "tests/host/storage"]);
});

test("the text of an id ends where the next begins", () => {
  expect(textOfId(rules, "D1")).toBe(
    "- **D1** one\n  on two lines\n  → `database/a.ts`, `storage/b.ts`",
  );
  expect(textOfId("- AUTH-01: one\n- AUTH-02: two\n", "AUTH-02")).toBe("- AUTH-02: two");
  expect(textOfId(rules, "D9")).toBeNull();
});
