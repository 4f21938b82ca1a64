import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backUp, databaseFile } from "../../src/operations/backup.ts";
import { restore } from "../../src/operations/restore.ts";
import { app } from "../support/fixture-api.ts";
import { connect, type LiveHost, startTestHost, temporaryFolder } from "../support/live-host.ts";
import { connectRaw } from "../support/raw-client.ts";
import { watch } from "../support/watch.ts";
import { openDatabase } from "../../src/database/open-database.ts";

const keyFile = "token-key.pem";

/** Sends a token to the host and returns the answer: a Transition, or a refusal. */
async function answerTo(host: LiveHost, token: string) {
  const line = await connectRaw(host.url);
  line.send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: token });
  return await line.next();
}

const refusal = {
  type: "AuthError",
  error: expect.stringContaining("fits no key of its issuer") as string,
};

test("a restart refuses no token: open pages go on as who they are, and ask for no other one [O2]", async () => {
  const dataDir = await temporaryFolder();
  const first = await startTestHost({ dataDir });
  const helper = connect(first.url);
  let tokensAsked = 0;
  const client = connect(first.url);
  const told: boolean[] = [];
  client.setAuth(
    () => {
      tokensAsked += 1;
      return helper.action(app.sign, { subject: "ann" });
    },
    (isSignedIn) => told.push(isSignedIn),
  );
  const subjects: (string | null)[] = [];
  const seen = watch<{ subject: string | null; texts: string[] }>(client, app.mine, { list: "a" });
  await seen.until(({ subject }) => subject === "ann");
  await client.mutation(app.addMine, { list: "a" });
  const askedBefore = tokensAsked;

  await first.stop();
  await startTestHost({ dataDir, port: first.port });
  await helper.mutation(app.add, { list: "a", text: "after" });
  await seen.until(({ subject, texts }) => {
    subjects.push(subject);
    return texts.includes("after");
  });
  await client.mutation(app.addMine, { list: "a" });

  expect(new Set(subjects)).toEqual(new Set(["ann"]));
  expect(told).not.toContain(false);
  expect(tokensAsked).toBe(askedBefore);
});

test("the key that signs tokens is a private file, and a file that holds none is replaced [O2]", async () => {
  const dataDir = await temporaryFolder();
  const first = await startTestHost({ dataDir });
  const token = await connect(first.url).action(app.sign, { subject: "ann" });
  await first.stop();
  const { mode } = await stat(join(dataDir, keyFile));
  expect(mode & 0o777).toBe(0o600);

  // The key file is empty, as after a power failure during the first start.
  await writeFile(join(dataDir, keyFile), "");
  const second = await startTestHost({ dataDir, port: first.port });
  const next = await connect(second.url).action(app.sign, { subject: "ann" });

  expect(await answerTo(second, token)).toMatchObject(refusal);
  expect(await answerTo(second, next)).toMatchObject({ type: "Transition" });
});

test("a key that the disk refuses is good until the host stops [O2] [O11]", async () => {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, `${keyFile}.unfinished`));

  const host = await startTestHost({ dataDir });
  const token = await connect(host.url).action(app.sign, { subject: "ann" });

  expect(await answerTo(host, token)).toMatchObject({ type: "Transition" });
  expect(host.logged.join("")).toContain("token-key.not-kept");
});

test("a restore refuses the tokens of before [O2] [O8]", async () => {
  const dataDir = await temporaryFolder();
  const host = await startTestHost({ dataDir });
  const token = await connect(host.url).action(app.sign, { subject: "ann" });
  const backup = join(await temporaryFolder(), "backup");
  await backUp({ dataDir }, backup);
  await host.stop();

  await restore(backup, { dataDir, now: new Date(), tables: { emptied: [] } });
  const restored = await startTestHost({ dataDir, port: host.port });

  expect(await answerTo(restored, token)).toMatchObject(refusal);
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
  expect(await readdir(copy)).not.toContain(keyFile);
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
