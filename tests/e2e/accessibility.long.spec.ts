import { expectAccessible } from "./support/accessibility.ts";
import { test } from "./support/test.ts";
import { openNextView, openView } from "./support/view.ts";
import { analyticsViews } from "./views/analytics.ts";
import { deskViews } from "./views/desk.ts";
import { peopleViews } from "./views/people.ts";
import { reportViews } from "./views/reports.ts";
import { signedOutViews } from "./views/signed-out.ts";
import { timeViews } from "./views/time.ts";
import { unitViews } from "./views/unit.ts";
import { userViews } from "./views/users.ts";

test.use({ seed: "demo" });
// The groups are independent, so they can run in parallel.
test.describe.configure({ mode: "parallel" });

test("the signed-out pages are accessible", async ({ page }) => {
  for (const view of signedOutViews) {
    await openView(page, view);
    await expectAccessible(page, view.within, view.name);
  }
});

for (const { name, views } of [
  { name: "the desk", views: deskViews },
  { name: "a unit", views: unitViews },
  { name: "the people", views: [...peopleViews, ...userViews] },
  { name: "the records", views: [...timeViews, ...analyticsViews, ...reportViews] },
]) {
  test(`the views of ${name} are accessible [GEN-07]`, async ({ openAs }) => {
    test.slow();
    const page = await openAs("admin");
    for (const [at, view] of views.entries()) {
      await (at === 0 || view.anew ? openView(page, view) : openNextView(page, view));
      await expectAccessible(page, view.within, view.name);
    }
  });
}
