import { expect, test, vi } from "vitest";
import { downloadCsv, toCsv } from "../../../src/lib/csv.ts";

test("every cell is quoted, header cells, empty ones and numbers included [CSV-01]", () => {
  const csv = toCsv([
    ["Unit", "Completion %"],
    ["101", 33],
    ["", 0],
  ]);

  expect(csv).toBe('"Unit","Completion %"\n"101","33"\n"","0"\n');
});

test("inner quotes are doubled; commas and line breaks stay as they are [CSV-01]", () => {
  const csv = toCsv([['12" board', "a,b", "one\ntwo", "one\r\ntwo", ' " ']]);

  expect(csv).toBe('"12"" board","a,b","one\ntwo","one\r\ntwo"," "" "\n');
});

test("lines end with a line feed, in UTF-8 without a byte order mark [CSV-01]", () => {
  const bytes = new TextEncoder().encode(toCsv([["é", "室"], ["🛠"]]));

  const quote = 0x22;
  expect([...bytes]).toEqual([
    ...[quote, 0xc3, 0xa9, quote, 0x2c, quote, 0xe5, 0xae, 0xa4, quote, 0x0a],
    ...[quote, 0xf0, 0x9f, 0x9b, 0xa0, quote, 0x0a],
  ]);
});

test.each([
  ["=1+1", `"'=1+1"\n`],
  ["+1 555 0100", `"'+1 555 0100"\n`],
  ["-2", `"'-2"\n`],
  ["@SUM(A1)", `"'@SUM(A1)"\n`],
  ["\tx", `"'\tx"\n`],
  ["\rx", `"'\rx"\n`],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"\n`],
  [" =1", '" =1"\n'],
  ["a=1", '"a=1"\n'],
  ["'=1", `"'=1"\n`],
])("text cannot run as a formula: %j [CSV-01]", (text, expected) => {
  expect(toCsv([[text]])).toBe(expected);
});

test("a negative number is a number and stays one [CSV-01]", () => {
  expect(toCsv([[-2, -0.5, 1e-7, 0]])).toBe('"-2","-0.5","1e-7","0"\n');
});

test("no lines are an empty file, and the header alone is one line [CSV-01]", () => {
  expect(toCsv([])).toBe("");
  expect(toCsv([["Task Name"]])).toBe('"Task Name"\n');
});

test("the file is handed over under its name, and its address is given back [CSV-02]", async () => {
  vi.useFakeTimers();
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob);
    return "blob:report";
  });
  const revoke = vi.spyOn(URL, "revokeObjectURL").mockReturnValue(undefined);
  const clicked: [string, string][] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push([this.download, this.getAttribute("href") ?? ""]);
  });

  downloadCsv("unit-task-status-report.csv", [["Unit"], ["101"]]);
  vi.runAllTimers();
  vi.useRealTimers();

  expect(clicked).toEqual([["unit-task-status-report.csv", "blob:report"]]);
  expect(files[0]?.type).toBe("text/csv;charset=utf-8");
  expect(await files[0]?.text()).toBe('"Unit"\n"101"\n');
  expect(revoke).toHaveBeenCalledWith("blob:report");
  expect(document.querySelectorAll("a")).toHaveLength(0);
});
