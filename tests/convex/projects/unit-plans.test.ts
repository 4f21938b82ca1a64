import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { everything, first, rowsOf, setupWorkspace } from "../../support/workspace.ts";

const plan = {
  moveOutDate: "2026-03-02",
  readyByDate: "2026-03-09",
  moveInDate: "2026-03-12",
  monthlyRent: 1500.5,
};

async function setupUnit() {
  const workspace = await setupWorkspace({ templates: 1 });
  return { ...workspace, ...(await workspace.newUnitWithTasks()) };
}

/** The refusal of a call. */
async function refusalOf(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  return (error as { data?: object } | null)?.data;
}

test("a manager changes the dates and the rent of a unit, each with its event [TURN-01] [TURN-08]", async () => {
  const { t, manager, unitId } = await setupUnit();

  const planned = await manager.mutation(api.units.update, { unitId, ...plan });
  const emptied = await manager.mutation(api.units.update, { unitId, moveInDate: null });

  expect(planned).toMatchObject({
    moveOutDate: "2026-03-02T12:00:00.000Z",
    readyByDate: "2026-03-09T12:00:00.000Z",
    moveInDate: "2026-03-12T12:00:00.000Z",
    monthlyRent: 1500.5,
  });
  expect(emptied).toMatchObject({ moveInDate: null, monthlyRent: 1500.5 });
  const [first, second] = (await rowsOf(t, "events"))
    .filter(({ kind }) => kind === "unit.updated")
    .map(({ userId, unitId: of, changes }) => ({ userId, of, changes }));
  const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);
  const who = { userId: manager.userId, of: unitId };
  expect(first).toEqual({
    ...who,
    changes: [
      { field: "moveOutDate", from: null, to: noon("2026-03-02") },
      { field: "readyByDate", from: null, to: noon("2026-03-09") },
      { field: "moveInDate", from: null, to: noon("2026-03-12") },
      { field: "monthlyRent", from: null, to: 150_050 },
    ],
  });
  expect(second).toEqual({
    ...who,
    changes: [{ field: "moveInDate", from: noon("2026-03-12"), to: null }],
  });
});

test("a sent moment is taken to its UTC day [GEN-04]", async () => {
  const { manager, unitId } = await setupUnit();
  const moveOutDate = "2026-03-02T23:59:59-02:00";

  const unit = await manager.mutation(api.units.update, { unitId, moveOutDate });

  expect(unit.moveOutDate).toBe("2026-03-03T12:00:00.000Z");
});

test.each(Object.entries(plan))(
  "a supervisor who sends %s is refused and changes nothing, also where it would change nothing [TURN-01]",
  async (field, value) => {
    const { t, manager, supervisor, unitId } = await setupUnit();
    await manager.mutation(api.units.update, { unitId, ...plan });
    const before = await everything(t);

    for (const sent of [{ [field]: value }, { [field]: null }, { status: "completed" }]) {
      const call = supervisor.mutation(api.units.update, { unitId, [field]: value, ...sent });
      expect(await refusalOf(call)).toMatchObject({ code: "forbidden" });
    }
    expect(await everything(t)).toBe(before);
  },
);

test("a date before the move-out is refused, by the unit as it would be then [TURN-02]", async () => {
  const { t, manager, unitId } = await setupUnit();
  const send = (sent: object) => refusalOf(manager.mutation(api.units.update, { unitId, ...sent }));
  const readyBy = { path: "readyByDate", message: "Ready-by cannot be before move-out" };
  const moveIn = { path: "moveInDate", message: "Move-in cannot be before move-out" };
  await manager.mutation(api.units.update, { unitId, ...plan });
  const before = await everything(t);

  expect(await send({ readyByDate: "2026-03-01" })).toEqual({
    ...{ code: "invalid", message: readyBy.message, errors: [readyBy] },
  });
  expect(await send({ moveInDate: "2026-03-01", status: "completed" })).toEqual({
    ...{ code: "invalid", message: moveIn.message, errors: [moveIn] },
  });
  expect(await send({ moveOutDate: "2026-03-13" })).toMatchObject({ errors: [readyBy, moveIn] });
  expect(await everything(t)).toBe(before);
  expect(await send({ moveOutDate: "2026-03-09", moveInDate: "2026-03-09" })).toBeUndefined();
  expect(await send({ readyByDate: "2026-03-30" })).toBeUndefined();
});

test.each([-0.01, 1_000_000.01, 10.001, Number.NaN, 1e-7])(
  "a rent of %s is refused [TURN-02]",
  async (monthlyRent) => {
    const { manager, unitId } = await setupUnit();

    expect(
      await refusalOf(manager.mutation(api.units.update, { unitId, monthlyRent })),
    ).toMatchObject({
      code: "invalid",
      errors: [
        {
          path: "monthlyRent",
          message: "Monthly rent must be a number from 0 to 1,000,000 with at most 2 decimals",
        },
      ],
    });
  },
);

test.each([0, 0.29, 1_000_000, 1234.56, null])(
  "a rent of %s is kept to the cent [GEN-05]",
  async (monthlyRent) => {
    const { manager, unitId } = await setupUnit();

    const unit = await manager.mutation(api.units.update, { unitId, monthlyRent });

    expect([unit.monthlyRent, unit.turn.monthlyRent]).toEqual([monthlyRent, monthlyRent]);
  },
);

test("units are created by name or with their dates, all or none [TURN-01] [TURN-08]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject(["1"]);
  const units = ["101", { name: " 102 ", ...plan }, "", { name: "103", note: { is: "ignored" } }];

  const made = await manager.mutation(api.units.create, { projectId, units });

  expect(made.map(({ name, monthlyRent }) => [name, monthlyRent])).toEqual([
    ...[["101", null] as const, ["102", 1500.5] as const, ["103", null] as const],
  ]);
  const events = (await rowsOf(t, "events")).filter(({ unitId }) => unitId === made[1]?.id);
  expect(events.map(({ kind, changes }) => [kind, changes?.length])).toEqual([["unit.added", 4]]);
  const project = await manager.mutation(api.projects.create, { name: "New", units });
  expect(project.unitCount).toBe(3);
});

test("a unit that does not fit refuses all, with its place [TURN-02]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject(["1"]);
  const late = { name: "104", moveOutDate: "2026-03-02", readyByDate: "2026-03-01" };
  const units = ["101", "", { name: "102", monthlyRent: "5" }, late, { name: "" }, 7];
  const before = await everything(t);

  const refusals = [
    await refusalOf(manager.mutation(api.units.create, { projectId, units })),
    await refusalOf(manager.mutation(api.projects.create, { name: "New", units })),
  ];

  for (const refusal of refusals) {
    expect(refusal).toMatchObject({
      code: "invalid",
      errors: [
        { path: "units.2.monthlyRent" },
        { path: "units.3.readyByDate", message: "Ready-by cannot be before move-out" },
        { path: "units.4.name", message: "Unit name is required" },
        { path: "units.5", message: "Unit names must be text" },
      ],
    });
  }
  expect(await everything(t)).toBe(before);
});

test("as many units with as long names as may be are created at once, also with a key [TURN-01] [API-09]", async () => {
  const { manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject(["1"]);
  const units = Array.from({ length: 1000 }, (_, index) => `${"界".repeat(250)}${index}`);
  const sent = { projectId, units, key: "key" };

  const made = await manager.mutation(api.units.create, sent);

  expect(made.map(({ name }) => name)).toEqual(units);
  expect(await manager.mutation(api.units.create, sent)).toEqual(made);
});

test("units sent again with their key are created once [TURN-01]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject(["1"]);
  const sent = { projectId, units: [{ name: "101", ...plan }], key: "key" };

  const answers = [
    await manager.mutation(api.units.create, sent),
    await manager.mutation(api.units.create, sent),
  ];

  expect(first(answers)).toEqual(answers[1]);
  expect((await rowsOf(t, "units")).length).toBe(2);
});
