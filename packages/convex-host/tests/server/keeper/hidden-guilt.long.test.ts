import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleTexts, startTestHost, temporaryFolder } from "../../support/live-host.ts";
import { addQuery, connectRaw, type RawClient } from "../../support/raw-client.ts";
import { until } from "../../support/until.ts";

const functions = `
  import { queryGeneric } from "convex/server";
  export const endless = queryGeneric((_ctx, { begun }) => {
    process.getBuiltinModule("node:fs").writeFileSync(begun, "");
    for (;;);
  });
`;

test.each<[string, (client: RawClient) => void]>([
  ["hangs up", ({ socket }) => socket.terminate()],
  [
    "watches it no more",
    (client) =>
      client.send({
        ...{ type: "ModifyQuerySet", baseVersion: 2, newVersion: 3 },
        modifications: [{ type: "Remove", queryId: 1 }],
      }),
  ],
])(
  "a query that blocked the thread is found out when who asked it %s meanwhile [B6]",
  async (_, leave) => {
    const appBundle = await bundleTexts({ "app.ts": functions });
    const host = await startTestHost({ limits: { blockedThreadMs: 600 }, host: { appBundle } });
    const begun = join(await temporaryFolder(), "begun");
    const asked = addQuery(1, { udfPath: "app:endless", args: { begun } });
    const blocked = () => host.logged.filter((line) => line.includes("function-thread.blocked"));

    const eve = await connectRaw(host.url);
    eve.send(asked);
    await until(
      () => existsSync(begun),
      (isBegun) => isBegun,
    );
    leave(eve);
    await until(blocked, (lines) => lines.length > 0);
    const again = await connectRaw(host.url);
    again.send(asked);

    expect((await again.next("Transition"))["modifications"]).toMatchObject([
      { type: "QueryFailed", errorMessage: expect.stringContaining("timed out") as string },
    ]);
    expect(blocked()).toEqual([expect.stringContaining("app:endless")]);
  },
);
