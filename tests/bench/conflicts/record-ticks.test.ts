import { expect, test } from "vitest";
import { recordTicks } from "./record-ticks.ts";
import { conflictsBetween, type Sets } from "./sets.ts";

const twoUnits = { projects: [{ units: 2, ticks: 4 }], tasksPerUnit: 1, people: 4 };

test("ticks in two units of a project read nothing that the other one writes", async () => {
  const [ticks = []] = await recordTicks(twoUnits);
  const unitOf = ({ writes }: Sets) => writes.find(({ table }) => table === "units")?.id;
  const conflicts = ticks.flatMap((reader) =>
    ticks
      .filter((writer) => unitOf(writer) !== unitOf(reader))
      .flatMap((writer) => [...conflictsBetween(reader, writer)]),
  );

  expect(new Set(ticks.map(unitOf)).size).toBe(2);
  expect(conflicts).toEqual([]);
});

test("two ticks in one unit are told apart from those: the counts of the unit stand in its row", async () => {
  const [[one, ...others] = []] = await recordTicks({
    projects: [{ units: 1, ticks: 4 }],
    ...{ tasksPerUnit: 2, people: 4 },
  });

  for (const other of others)
    expect([...conflictsBetween(one!, other)]).toContain("units, read by its id");
});
