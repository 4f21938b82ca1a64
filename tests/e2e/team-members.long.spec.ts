import { expect } from "@playwright/test";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

const reason = "Cannot delete team member assigned to projects";

test("why a member cannot be deleted shows on hover, and by a tap on a phone [POOL-10]", async ({
  openAs,
}) => {
  const desk = await openAs("manager");
  await desk.goto("/team-management?assignment=assigned");
  const atDesk = desk.getByRole("button", { name: /^Delete / }).first();
  await expect(atDesk).toBeDisabled();
  await atDesk.hover({ force: true });
  await expect(desk.getByRole("tooltip")).toHaveText(reason);

  const phone = await openAs("admin", {
    viewport: { width: 390, height: 844 },
    ...{ hasTouch: true, isMobile: true },
  });
  await phone.goto("/team-management?assignment=assigned");
  await expect(phone.getByRole("list", { name: "Team members" })).toBeVisible();
  await phone
    .getByRole("button", { name: /^Delete / })
    .first()
    .tap({ force: true });
  await expect(phone.getByRole("tooltip")).toHaveText(reason);
});
