import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFunctionReference } from "convex/server";
import { connect, ConvexCli, watch } from "convex-host/test-support";
import { type DoorHost, type Person, startDoorHost } from "./door/door-host.ts";
import { photoForm } from "./door/requests.ts";

// Each command starts its own process, which is slow on a busy machine.
const patience = 90_000;

let from: DoorHost;
let to: DoorHost;
let manager: Person;

beforeAll(async () => {
  from = await startDoorHost({ SEED: "demo" });
  to = await startDoorHost();
  manager = await from.newPerson("project_manager");
}, patience);
afterAll(async () => {
  await from.stop();
  await to.stop();
});

async function get(host: DoorHost, path: string) {
  const response = await fetch(`${host.url}${path}`, { headers: manager.headers });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function getJson(host: DoorHost, path: string): Promise<unknown> {
  const { status, bytes } = await get(host, path);
  if (status !== 200) throw new Error(`${path} was answered with ${status}: ${bytes.toString()}`);
  return JSON.parse(bytes.toString());
}

/** A photo of some unit, uploaded as the app does it. */
async function addPhoto(): Promise<{ id: string; filename: string; unitId: string }> {
  const units = (await getJson(from, "/api/units")) as { id: string }[];
  const unitId = units[0]!.id;
  const response = await fetch(`${from.url}/api/photos`, {
    method: "POST",
    headers: manager.headers,
    body: photoForm({ unitId, type: "progress" }),
  });
  return { ...((await response.json()) as { id: string; filename: string }), unitId };
}

test(
  "a workspace moves to another host whole: documents, files, sign-in and live queries [C9]",
  async () => {
    const photo = await addPhoto();
    const source = await ConvexCli.open(from.url, from.key);
    const target = await ConvexCli.open(to.url, to.key);
    const zip = join(source.folder, "workspace.zip");
    const seen = watch<number>(connect(to.url), tableCount, { table: "units" });
    expect(await seen.next()).toBe(0);

    // Wait until the job has added all rows to the counts: if it ran after the export, the counts would differ.
    const waiting = async () => JSON.parse(await from.everything()).waitingCounts as unknown[];
    await expect.poll(waiting, { timeout: 40_000 }).toEqual([]);
    const exported = await source.run("export", "--include-file-storage", "--path", zip);
    expect(exported).toMatchObject({ code: 0 });
    const imported = await target.run("import", "--replace-all", "--yes", zip);
    expect(imported.err).toMatch(/Added [0-9]+ documents/);

    expect(await to.everything()).toBe(await from.everything());
    const address = `/api/photos/${photo.filename}`;
    const [before, after] = await Promise.all([get(from, address), get(to, address)]);
    expect(after.status).toBe(200);
    expect(sha256(after.bytes)).toBe(sha256(before.bytes));
    expect(await getJson(to, `/api/units/${photo.unitId}/photos`)).toEqual(
      await getJson(from, `/api/units/${photo.unitId}/photos`),
    );
    expect(await seen.until((count) => count > 0)).toBeGreaterThan(0);
  },
  patience,
);

test(
  "an import that holds a document the schema refuses changes nothing and names it [C10]",
  async () => {
    const cli = await ConvexCli.open(to.url, to.key);
    const file = join(cli.folder, "units.jsonl");
    await writeFile(file, `{"_creationTime":1,"nonsense":true}\n`);
    const before = await to.everything();

    const refused = await cli.run("import", "--table", "units", "--replace", "--yes", file);

    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/Document 1 of the table "units" was refused/);
    expect(refused.err).toContain("Nothing was imported.");
    expect(await to.everything()).toBe(before);
  },
  patience,
);

const tableCount = makeFunctionReference<"query">("testStore:countRows");

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
