import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { randomRuns } from "../../support/random-runs.ts";
import { insertSessionOf, rowsOf, setupWorkspace, withToken } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

const start = Date.parse("2026-03-04T10:00:00.000Z");
const minute = 60_000;

interface Act {
  device: "phone" | "tablet" | "other";
  /** The minutes since the last act of the device. */
  pause: number;
  /** The minutes for which the act waits at least. */
  wait: number;
  made: number;
  arrives: number;
  value: number;
}

const acts = fc.array(
  fc.record({
    device: fc.constantFrom("phone" as const, "tablet" as const, "other" as const),
    pause: fc.integer({ min: 1, max: 6 }),
    wait: fc.constantFrom(0, 0, 1, 5, 20),
  }),
  { minLength: 12, maxLength: 12 },
);

/** The acts in the order of their arrival: those of one device arrive in the order in which they were made. */
function arriving(list: readonly Omit<Act, "made" | "arrives" | "value">[]): Act[] {
  const last = new Map<Act["device"], { made: number; arrives: number }>();
  const all = list.map(({ device, pause, wait }, at): Act => {
    const before = last.get(device) ?? { made: 0, arrives: 0 };
    // No two acts were made at the same time.
    const made = before.made + pause + (at + 1) / 100;
    const arrives = Math.max(before.arrives, made + wait);
    last.set(device, { made, arrives });
    return { device, pause, wait, made, arrives, value: 1000 + at };
  });
  return all.sort((a, b) => a.arrives - b.arrives || a.made - b.made);
}

test("of the acts of a person on two devices and of another person the latest made stands, in any order of arrival, and history has each act once [FIELD-07]", async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (list) => {
      vi.useFakeTimers({ toFake: ["Date"], now: start });
      const { t, manager, admin, newUnitWithTasks } = await setupWorkspace({ templates: 1 });
      const { unitId } = await newUnitWithTasks();
      const tablet = await withToken(t, await insertSessionOf(t, manager.userId));
      const devices = { phone: manager, tablet, other: admin };
      const timeOf = (minutes: number) => Math.round(start + minutes * minute);
      const order = arriving(list);
      for (const { device, made, arrives, value } of order) {
        vi.setSystemTime(timeOf(arrives));
        const isLate = arrives > made;
        const madeAt = new Date(timeOf(made)).toISOString();
        const act = { unitId, monthlyRent: value, ...(isLate && { madeAt }) };
        await devices[device].mutation(api.units.update, act);
      }

      const latest = order.toSorted((a, b) => a.made - b.made).at(-1);
      const unit = await manager.query(api.units.get, { unitId });
      expect(unit.monthlyRent).toBe(latest?.value);
      const events = (await rowsOf(t, "events")).filter(({ kind }) => kind === "unit.updated");
      const told = events.map(({ changes = [], overtaken = [], madeAt, at }) => ({
        made: madeAt ?? at,
        sent: [...changes, ...overtaken].map(({ to }) => to),
      }));
      expect(told).toEqual(
        order.map(({ made, value }) => ({ made: timeOf(made), sent: [value * 100] })),
      );
    }),
    { numRuns: randomRuns(8) },
  );
});
