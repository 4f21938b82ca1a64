import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backUp, databaseFile } from "../../src/operations/backup.ts";
import { app } from "../support/fixture-api.ts";
import { connect, startTestHost, temporaryFolder } from "../support/live-host.ts";
import { connectRaw } from "../support/raw-client.ts";
import { watch } from "../support/watch.ts";
import { openDatabase } from "../../src/database/open-database.ts";

test("a restart makes a new key, and open pages go on as who they are, without anything being shown to nobody [O2]", async () => {
  const dataDir = await temporaryFolder();
  const first = await startTestHost({ dataDir });
  const helper = connect(first.url);
  // Asked again until it is answered, as pages do.
  const sign = (): Promise<string> =>
    helper.action(app.sign, { subject: "ann" }).catch(() => sign());
  const before = await sign();
  const client = connect(first.url);
  const told: boolean[] = [];
  // As pages do: the token that the client has goes first when it comes back.
  client.setAuth(sign, (isSignedIn) => told.push(isSignedIn));
  const subjects: (string | null)[] = [];
  const seen = watch<{ subject: string | null; texts: string[] }>(client, app.mine, { list: "a" });
  await seen.until(({ subject }) => subject === "ann");

  await first.stop();
  const second = await startTestHost({ dataDir, port: first.port });
  await helper.mutation(app.add, { list: "a", text: "after" });
  await seen.until(({ subject, texts }) => {
    subjects.push(subject);
    return texts.includes("after");
  });
  await client.mutation(app.addMine, { list: "a" });
  await seen.until(({ texts }) => texts.includes("ann"));

  expect(new Set(subjects)).toEqual(new Set(["ann"]));
  expect(told).not.toContain(false);
  const late = await connectRaw(second.url);
  late.send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: before });
  expect(await late.next()).toMatchObject({
    type: "AuthError",
    error: expect.stringContaining("fits no key of its issuer") as string,
  });
});

test("neither the database nor a backup has a key that signs tokens, nor one of earlier versions [O2]", async () => {
  const dataDir = await temporaryFolder();
  const path = join(dataDir, databaseFile);
  const stored = () => {
    const database = openDatabase({ path });
    const names = ["JWT_PRIVATE_KEY", "JWKS", "DEMO_CLIENT_SECRET"];
    const found = names.filter((name) => database.meta.get(name) !== null);
    database.close();
    return found;
  };
  const earlier = openDatabase({ path });
  earlier.meta.set("JWT_PRIVATE_KEY", "-----BEGIN PRIVATE KEY-----");
  earlier.meta.set("JWKS", "{}");
  earlier.close();
  expect(stored()).toEqual(["JWT_PRIVATE_KEY", "JWKS"]);

  const host = await startTestHost({ dataDir });
  await connect(host.url).action(app.sign, { subject: "ann" });
  const copy = join(await temporaryFolder(), "copy");
  await backUp({ dataDir }, copy);
  await host.stop();

  expect(stored()).toEqual([]);
  expect((await readFile(join(copy, databaseFile))).includes("PRIVATE KEY")).toBe(false);
});

test("a replaced function thread keeps the keys [O2] [F4]", async () => {
  const host = await startTestHost();
  const uploadUrl = await connect(host.url).mutation(app.uploadUrl, {});
  const token = await connect(host.url).action(app.sign, { subject: "ann" });

  await host.thread.replace({});

  const client = connect(host.url);
  client.setAuth(() => Promise.resolve(token));
  expect(await client.query(app.mine, { list: "a" })).toMatchObject({ subject: "ann" });
  const upload = await fetch(new URL(new URL(uploadUrl).search, `${host.url}/api/storage/upload`), {
    ...{ method: "POST", body: "bytes" },
  });
  expect(upload.status).toBe(200);
});
