import { expect, test } from "vitest";
import { app } from "../../support/fixture-api.ts";
import { connect, startTestHost } from "../../support/live-host.ts";

test("an error in a callback of an action fails that action alone: everybody else's calls go on [R25]", async () => {
  const host = await startTestHost();
  const [careless, careful] = [connect(host.url), connect(host.url)];
  const slow = careful.action(app.slowAction, { ms: 500 });

  const failures = ["tick", "timer", "file", "microtask"].map((of) =>
    careless.action(app.throwInCallback, { of }).then(
      () => "answered",
      () => "failed",
    ),
  );

  expect(await Promise.all(failures)).toEqual(["failed", "failed", "failed", "failed"]);
  expect(await slow).toBe("done");
  expect(host.logged.join("")).not.toContain("function-thread.died");
});
