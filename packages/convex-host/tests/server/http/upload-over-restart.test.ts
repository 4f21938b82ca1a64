import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { app } from "../../support/fixture-api.ts";
import { connect, startTestHost } from "../../support/live-host.ts";
import { until } from "../../support/until.ts";

test("a file that is on its way while the functions are started again is stored [F4]", async () => {
  const host = await startTestHost();
  const client = connect(host.url);
  const url = await client.mutation(app.uploadUrl, {});
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    body: body.readable,
    duplex: "half",
  };
  const answer = fetch(url, init);
  await writer.write(Buffer.from("first half, "));
  const incoming = () => readdir(join(host.dataDir, "files", "incoming"));
  await until(incoming, (names) => names.length === 1);

  await host.thread.replace({});
  await writer.write(Buffer.from("second half"));
  await writer.close();

  const stored = await answer;
  expect(stored.status).toBe(200);
  const { storageId } = (await stored.json()) as { storageId: string };
  const address = await client.query(app.fileUrl, { id: storageId });
  expect(await (await fetch(address ?? "")).text()).toBe("first half, second half");
  expect(await incoming()).toEqual([]);
});
