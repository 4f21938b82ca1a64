import fc from "fast-check";
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { reorderedNumbers } from "../../../convex/rules/ordering.ts";
import { everything, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";

test("tasks of a unit are put in a new order, those not named keep their places [DATA-20]", async () => {
  const { t, supervisor, newUnitWithTasks } = await setupWorkspace();
  const { unitId, taskIds } = await newUnitWithTasks();
  const [one = "", two = "", three = ""] = taskIds;
  const order = async () =>
    (await supervisor.query(api.tasks.list, { unitId })).map((task) => task.id);

  await supervisor.mutation(api.tasks.reorder, { unitId, taskIds: [three, one, two] });
  expect(await order()).toEqual([three, one, two]);
  await supervisor.mutation(api.tasks.reorder, { unitId, taskIds: [two, three] });
  expect(await order()).toEqual([two, one, three]);

  const events = await rowsOf(t, "events");
  expect(events.filter(({ kind }) => kind === "task.moved")).toHaveLength(5);
});

test("an order that names another unit's task or a task twice changes nothing [VALID-20] [VALID-21]", async () => {
  const { t, manager, newUnitWithTasks } = await setupWorkspace();
  const { unitId, taskIds } = await newUnitWithTasks();
  const other = await newUnitWithTasks();
  const [one = "", two = ""] = taskIds;
  const before = await everything(t);

  for (const [order, code] of [
    [[one, other.taskIds[0] ?? ""], "not_found"],
    [[one, two, one], "invalid"],
    [[], "invalid"],
  ] as const) {
    const reorder = manager.mutation(api.tasks.reorder, { unitId, taskIds: [...order] });
    await expect(reorder).rejects.toMatchObject(refusal(code));
  }
  expect(await everything(t)).toBe(before);
});

test("any order of any numbers, also equal ones, comes out as named [DATA-20]", () => {
  const lists = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(lists, fc.infiniteStream(fc.nat()), (numbers, random) => {
      const list = numbers
        .sort((a, b) => a - b)
        .map((sortOrder, index) => ({ _id: `task ${index}`, sortOrder }));
      const named = list
        .map(({ _id }) => ({ _id, by: random.next().value as number }))
        .sort((a, b) => a.by - b.by)
        .map(({ _id }) => _id);
      const numberById = new Map(list.map(({ _id, sortOrder }) => [_id, sortOrder]));
      for (const { id, sortOrder } of reorderedNumbers(list, named)) numberById.set(id, sortOrder);

      const sorted = [...numberById].sort(([, a], [, b]) => a - b).map(([id]) => id);
      expect(sorted).toEqual(named);
      expect(new Set(numberById.values()).size).toBe(list.length);
    }),
  );
});
