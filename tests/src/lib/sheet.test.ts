import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addUnitsInput } from "../../../convex/rules/inputs/newUnits.ts";
import { amountOfCell } from "../../../src/lib/sheet/amounts.ts";
import { cellsOf } from "../../../src/lib/sheet/cells.ts";
import { guessColumns } from "../../../src/lib/sheet/columns.ts";
import { dayOfCell, orderOfCells, orderOfLanguage } from "../../../src/lib/sheet/dates.ts";
import { isSheet } from "../../../src/lib/sheet/is-sheet.ts";
import { readRows } from "../../../src/lib/sheet/rows.ts";

const none = new Set<string>();

/** Returns the rows of a pasted text with the guessed columns. */
function read(text: string, existing: ReadonlySet<string> = none) {
  const cells = cellsOf(text);
  return readRows(cells, { ...guessColumns(cells), order: "month", left: none }, existing);
}

const messages = (text: string) =>
  read(text).map(({ errors }) => errors.map(({ message }) => message));

describe("dates", () => {
  test.each([
    ["2026-03-05", "2026-03-05"],
    ["2026/3/5", "2026-03-05"],
    ["3/5/2026", "2026-03-05"],
    ["3/5/26", "2026-03-05"],
    ["3-5-2026", "2026-03-05"],
    ["25/3/2026", "2026-03-25"],
    ["5.3.2026", "2026-03-05"],
    ["05. 03. 2026", "2026-03-05"],
    ["05 Mar 2026", "2026-03-05"],
    ["5-Mar-26", "2026-03-05"],
    ["Mar 5, 2026", "2026-03-05"],
    ["March 5th, 2026", "2026-03-05"],
    ["46086", "2026-03-05"],
    ["46086.5", "2026-03-05"],
    ["3/5/2026 12:00:00 AM", "2026-03-05"],
    ["2026-03-05T00:00:00.000Z", "2026-03-05"],
    ["", null],
    ["2026-02-30", undefined],
    ["31.02.2026", undefined],
    ["13/13/2026", undefined],
    ["soon", undefined],
    ["Marsh 5", undefined],
    ["5 Mar 5 2026", undefined],
    ["=TODAY()", undefined],
    ["101", undefined],
    ["2026", undefined],
  ])("%j is read as %j [QUICK-04]", (cell, day) => {
    expect(dayOfCell(cell, "month")).toBe(day);
  });

  test("the order of a column is told by its own dates, else it is open [QUICK-04]", () => {
    expect(orderOfCells(["3/5/2026", "25/3/2026"])).toBe("day");
    expect(orderOfCells(["3/5/2026", "3/25/2026"])).toBe("month");
    expect(orderOfCells(["3/5/2026", "4/6/2026"])).toBe("either");
    expect(orderOfCells(["3/3/2026", "2026-03-05", "5.3.2026"])).toBe(null);
    expect(dayOfCell("3/5/2026", "day")).toBe("2026-05-03");
    expect([orderOfLanguage("en-US"), orderOfLanguage("de-DE"), orderOfLanguage("en-GB")]).toEqual([
      ...["month", "day", "day"],
    ]);
  });
});

test.each([
  ["1250", 1250],
  ["$1,250.50", 1250.5],
  ["1.250,50 €", 1250.5],
  ["1 250,5", 1250.5],
  ["1'250.00", 1250],
  ["1,250", 1250],
  ["1.250", 1250],
  ["1,234,567.89", 1_234_567.89],
  ["950.5", 950.5],
  ["USD 900", 900],
  ["1200/month", 1200],
  ["(1,250.00)", -1250],
  ["-5", -5],
  ["", null],
  ["12,34,5", undefined],
  ["1.2.3,4,5", undefined],
  ["TBD", undefined],
  ["1e5", undefined],
  ["=1+1", undefined],
])("the amount %j is read as %j [QUICK-04]", (cell, amount) => {
  expect(amountOfCell(cell)).toBe(amount);
});

describe("columns", () => {
  test("heads in any order tell the columns, and others are left out [QUICK-04]", () => {
    const [row] = read(
      "Rent\tTenant\tMove In Date\tUnit #\tReady By\tMove-Out\n$1,250\tAnn\t3/20/2026\t101\t3/12/2026\t3/5/2026",
    );

    expect(row?.unit).toEqual({
      ...{ name: "101", moveOutDate: "2026-03-05", readyByDate: "2026-03-12" },
      ...{ moveInDate: "2026-03-20", monthlyRent: 1250 },
    });
  });

  test("without heads the cells tell: dates by their order, a name and a rent [QUICK-04]", () => {
    const rows = read("101\t3/5/2026\t3/20/2026\t1,250\n102\t3/6/2026\t3/21/2026\t1,300");

    expect(rows.map(({ id, unit }) => [id, unit])).toEqual([
      [
        "1",
        {
          ...{ name: "101", moveOutDate: "2026-03-05", readyByDate: "2026-03-20" },
          monthlyRent: 1250,
        },
      ],
      [
        "2",
        {
          ...{ name: "102", moveOutDate: "2026-03-06", readyByDate: "2026-03-21" },
          monthlyRent: 1300,
        },
      ],
    ]);
  });

  test.each(["Unit,Rent\n101,900", "Unit;Rent\n101;900", '"Unit"\t"Rent"\n"101"\t"900"'])(
    "%j has columns [QUICK-04]",
    (text) => {
      expect(isSheet(text.replaceAll('"', ""))).toBe(true);
      expect(read(text)[0]?.unit).toEqual({ name: "101", monthlyRent: 900 });
    },
  );

  test("a list of names has none, whatever stands in them [QUICK-04]", () => {
    expect(isSheet("101\n102\r\n103")).toBe(false);
    expect(isSheet("Flur, 2. OG\nHall; left")).toBe(false);
    expect(isSheet("\t101\n\t102\t")).toBe(false);
    expect(isSheet("101\t900")).toBe(true);
  });
});

describe("hostile pastes", () => {
  test("a quoted cell with line breaks is one name of one line [QUICK-04]", () => {
    const rows = read('Unit\tRent\n"10""1\nNorth\tWing"\t900\n102\t950');

    expect(rows.map(({ unit }) => unit.name)).toEqual(['10"1 North Wing', "102"]);
  });

  test("an inch sign is no quote that swallows the rest [QUICK-04]", () => {
    expect(read('"5 inch pipe\t900\n102\t950').map(({ unit }) => unit.name)).toEqual([
      ...['"5 inch pipe', "102"],
    ]);
  });

  test("formulas are texts and nothing else [QUICK-04]", () => {
    const formula = '=HYPERLINK("http://evil.test";"x")';
    const [row] = read(`Unit\tRent\n${formula}\t=1+1`);

    expect(row?.unit.name).toBe(formula);
    expect(row?.errors.map(({ meaning }) => meaning)).toEqual(["monthlyRent"]);
  });

  test("what cannot be seen is taken out, and scripts stay as they are [QUICK-04]", () => {
    const names = ["وحدة ١٠١", "דירה 5", "部屋101", "कक्ष १", "👩‍🔧 1", "می‌خواهم"];
    const rows = read(
      `Unit\tRent\n${names.map((name) => `\u{200B}\u{202E}${name}\0\u{FEFF}\t1`).join("\n")}`,
    );

    expect(rows.map(({ unit }) => unit.name)).toEqual(names);
    expect(rows.flatMap(({ errors }) => errors)).toEqual([]);
  });

  test("an error a row says what is wrong, and names that are there twice are found [QUICK-04]", () => {
    const existing = new Set(["104"]);
    const text =
      "Unit\tOut\tReady\tRent\n101\t3/5/2026\t3/1/2026\t1\n101 \t2/30/2026\t\t-1\n\t3/5/2026\t\t\n104\t\t\t9,999,999\nA" +
      `${"x".repeat(300)}\t\t\t1.234`;
    const cells = cellsOf(text.replace("Out\tReady", "Move-out\tReady"));
    const rows = readRows(cells, { ...guessColumns(cells), order: "month", left: none }, existing);

    const said = rows.map(({ id, errors }) => [id, errors.map(({ message }) => message)]);
    expect(said).toEqual([
      ["2", ["Ready-by cannot be before move-out"]],
      [
        "3",
        ["No date that is known", expect.stringMatching(/^Monthly rent/), "The same name as row 2"],
      ],
      ["4", ["Unit name is required"]],
      ["5", [expect.stringMatching(/^Monthly rent/), "The project has a unit of this name"]],
      ["6", ["Unit name must be at most 255 characters"]],
    ]);
  });

  test("10,000 rows and an enormous cell are read at once [QUICK-04]", () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `${at}A\t3/5/2026\t$1,250.00`);
    const rows = read([...lines, `${"x".repeat(1_000_000)}\t3/5/2026\t1`].join("\n"));

    expect(rows).toHaveLength(10_001);
    expect(rows.filter(({ errors }) => errors.length > 0).map(({ id }) => id)).toEqual(["10001"]);
  });

  test("empty cells and blanks without end, as in a sheet from elsewhere, hold the page up by nothing [QUICK-04]", () => {
    // In quadratic time, parsing would take minutes.
    const isOne = isSheet(`a${"\t".repeat(800_000)}b`.repeat(2));
    const day = dayOfCell(`${"T ".repeat(160_000)}x`, "month");

    expect([isOne, isSheet("\ta\t\t\n\t\tb\t\r\nc"), day]).toEqual([true, false, undefined]);
  });

  test("whatever is pasted, a row without an error is one that the server takes [QUICK-04]", () => {
    const cell = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.constantFrom("101", "3/5/2026", "$1,250.50", "=1+1", "", '"', "46086", "1.250,50"),
    );
    const line = fc.array(cell, { minLength: 1, maxLength: 5 });

    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        for (const { unit, errors } of read(lines.map((cells) => cells.join("\t")).join("\n"))) {
          if (errors.length > 0) continue;
          expect(addUnitsInput.safeParse({ units: [unit] }).success).toBe(true);
        }
      }),
      { numRuns: 300, seed: 17 },
    );
  });
});

test("no message is said of a sheet without errors [QUICK-04]", () => {
  expect(messages("Unit\tRent\n101\t900\n102\t")).toEqual([[], []]);
});
