import { beforeEach, expect, onTestFailed, test, vi } from "vitest";
import { runField } from "./field-run.ts";
import { stubCopiedDevice } from "../support/copied-device.ts";

beforeEach(() => void stubCopiedDevice());

test("nothing is lost or doubled while lines break, tabs die and crashes empty the databases, and each record keeps its order [FIELD-04]", async () => {
  const seed = Number(process.env["FIELD_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
  // The seed is printed even if the run times out.
  onTestFailed(() => void process.stdout.write(`FIELD_SEED=${String(seed)} runs it again\n`));
  const begun = vi.spyOn(globalThis, "setInterval");
  const ended = vi.spyOn(globalThis, "clearInterval");
  const report = await runField({ seed, operations: 200, cuts: 20, kills: 12, losses: 6 });
  const nothing = { lost: [], doubled: [], outOfOrder: [], wrongTime: [], differing: [] };
  expect(report).toMatchObject(nothing);
  const timers = begun.mock.results.map(({ value }) => value as unknown);
  expect(ended.mock.calls.flat()).toEqual(expect.arrayContaining(timers));
  expect(report.kept).toBeGreaterThan(130);
  expect(report.arrived).toBeGreaterThan(70);
});
