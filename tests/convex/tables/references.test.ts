import { beforeEach, expect, test, vi } from "vitest";
import { expectConsistent } from "../../support/consistency.ts";
import { setupFull } from "../../support/full-workspace.ts";
import { everything } from "../../support/workspace.ts";

beforeEach(() => {
  vi.stubEnv("COMPANY_DOMAIN", "homes.test");
  vi.stubEnv("SITE_URL", "https://turnboard.test");
});

test.each([
  ...(["project", "unit", "task", "photo", "note", "time entry", "contractor"] as const),
  ...(["assignment", "team member", "task template", "view", "user"] as const),
])(
  "deleting leaves no reference to what is gone and every figure right: %s [OP-21] [DATA-24]",
  async (kind) => {
    const { t, removals } = await setupFull();
    const before = await everything(t);

    await removals[kind]();
    await t.finishInProgressScheduledFunctions();

    expect(await everything(t)).not.toBe(before);
    await expectConsistent(t);
  },
);
