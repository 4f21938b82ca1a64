import { spawnSync } from "node:child_process";
import { mkdir, readdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { makeAdminKey } from "convex-host";
import { api } from "../../../convex/_generated/api.js";
import { json, Person } from "../../faults/people.ts";
import { KillableHost } from "../../support/killable-host.ts";
import { fileOf } from "../../support/photo-files.ts";

/** Runs a program with its own mount namespace, in which a test can mount a file system of any size. */
const ownMounts = ["unshare", "--user", "--map-root-user", "--mount"];
const [unshare = "", ...flags] = ownMounts;
const canMount = spawnSync(unshare, [...flags, "mount", "-t", "tmpfs", "t", "/mnt"]).status === 0;

const MiB = 1024 * 1024;
const diskBytes = 200 * MiB;
/** Below a twentieth of free disk space, the host accepts records only. */
const floorBytes = diskBytes / 20;

let host: KillableHost;
beforeAll(async () => {
  host = await KillableHost.build({ bundles: inject("workspace") });
  await mkdir(host.dataDir);
}, 60_000);
afterEach(() => host.stop());
afterAll(() => host.remove());

/** Starts the host on an empty disk of its own. Returns its data folder as this process sees it. */
async function startOnLittleDisk(): Promise<string> {
  const mount = `mount -t tmpfs -o size=${diskBytes},mode=700 disk '${host.dataDir}' && exec "$0" "$@"`;
  await host.start({ through: [...ownMounts, "bash", "-c", mount] });
  return `/proc/${host.pid}/root${host.dataDir}`;
}

/** Fills the disk of a folder but for some bytes. Returns the function that makes the room again. */
async function fill(folder: string, leftBytes: number): Promise<() => Promise<void>> {
  const filler = join(folder, "filler");
  const { bavail, bsize } = await statfs(folder);
  // The host may take some of the room meanwhile, and the disk is full then.
  await writeFile(filler, new Uint8Array(bavail * bsize - leftBytes)).catch(() => undefined);
  return () => rm(filler);
}

test.skipIf(!canMount)(
  "below the floor of free disk photos and exports are refused with words, ticks and notes go on, and with room all of it works again [O12]",
  { timeout: 120_000 },
  async () => {
    const folder = await startOnLittleDisk();
    const headers = { Authorization: `Convex ${await makeAdminKey(folder, "turnboard")}` };
    const ann = await Person.signIn("ann", host.url);
    const work = await makeWork(ann);
    const askForExport = () =>
      ann.request("/api/export/request/zip?includeStorage=true", { method: "POST", headers });
    expect((await addPhoto(ann, work.unitId))?.status).toBe(201);
    const files = await filesOf(folder);
    const address = await uploadPath(ann);

    const makeRoom = await fill(folder, floorBytes - MiB);
    for (const refused of [
      await addPhoto(ann, work.unitId),
      await upload(ann, address),
      await askForExport(),
    ])
      expect(refused).toEqual({ status: 507, text: expect.stringContaining("make room") });
    expect(await filesOf(folder)).toEqual(files);

    await tickAndWrite(ann, work);

    await makeRoom();
    expect((await addPhoto(ann, work.unitId))?.status).toBe(201);
    // The URL whose upload was refused accepts its file now.
    expect((await upload(ann, address))?.status).toBe(200);
    expect((await askForExport())?.status).toBe(200);
    await ann.close();
  },
);

test.skipIf(!canMount)(
  "a full disk refuses pushed code and variables as it refuses changes, and what ran before goes on [O11] [C4] [C11]",
  { timeout: 120_000 },
  async () => {
    const folder = await startOnLittleDisk();
    const headers = { Authorization: `Convex ${await makeAdminKey(folder, "turnboard")}` };
    const ann = await Person.signIn("ann", host.url);
    const post = async (path: string, body: object) =>
      await ann.request(path, { ...json("POST", body), headers });
    // The indexes that its schema leaves out have to be removed.
    const source = `export default { export: () => '{"tables":[],"schemaValidation":false}' };`;
    const schema = { path: "schema.js", source };
    const started = await post("/api/deploy2/start_push", {
      ...{ componentDefinitions: [], nodeDependencies: [] },
      appDefinition: { changedModules: [], schema },
    });
    const { schemaChange } = JSON.parse(started?.text ?? "") as { schemaChange: object };
    // A thread that ends empties the log of its changes, which is room for others.
    await post("/api/update_environment_variables", { changes: [] });
    const value = "x".repeat(8_000);
    const changes = Array.from({ length: 90 }, (_, at) => ({ name: `LONG_${at}`, value }));

    // There is room to see whether the disk takes anything, and too little for the changes.
    const makeRoom = await fill(folder, MiB / 8);
    for (const refused of [
      await post("/api/update_environment_variables", { changes }),
      await post("/api/deploy2/finish_push", { startPush: { schemaChange } }),
    ])
      expect(refused).toEqual({ status: 503, text: expect.stringContaining("its disk is full") });
    expect((await ann.request("/api/projects"))?.status).toBe(200);

    await makeRoom();
    expect((await post("/api/update_environment_variables", { changes }))?.status).toBe(200);
    await ann.close();
  },
);

type Work = { unitId: string; taskId: string };

async function makeWork(person: Person): Promise<Work> {
  const { id } = await person.mutation(api.projects.create, { name: "House", units: ["1"] });
  const [unit] = await person.query(api.units.list, { projectId: id });
  const [template] = await person.query(api.taskTemplates.list, {});
  const unitId = unit!.id;
  await person.mutation(api.tasks.assignToUnit, { unitId, templateIds: [template!.id] });
  const [task] = await person.query(api.tasks.list, { unitId });
  return { unitId, taskId: task!.id };
}

/** A tick and a note at each door. */
async function tickAndWrite(person: Person, { unitId, taskId }: Work): Promise<void> {
  await person.mutation(api.tasks.update, { taskId, status: "in_progress" });
  await person.mutation(api.unitNotes.create, { unitId, content: "on the live door" });
  const tick = await person.request(`/api/tasks/${taskId}`, json("PATCH", { status: "completed" }));
  expect(tick?.status).toBe(200);
  const note = json("POST", { unitId, content: "over HTTP" });
  expect((await person.request("/api/unit-notes", note))?.status).toBe(201);

  expect((await person.query(api.tasks.list, { unitId }))[0]?.status).toBe("completed");
  const notes = await person.query(api.unitNotes.list, { unitId });
  expect(notes.map(({ content }) => content).sort()).toEqual(["on the live door", "over HTTP"]);
}

async function addPhoto(person: Person, unitId: string) {
  const body = new FormData();
  body.append("photo", new File([fileOf("jpeg", MiB)], "wall.jpg", { type: "image/jpeg" }));
  body.append("unitId", unitId);
  body.append("type", "progress");
  return await person.request("/api/photos", { method: "POST", body });
}

async function uploadPath(person: Person): Promise<string> {
  return new URL(await person.mutation(api.photos.uploadAddress, {})).pathname;
}

async function upload(person: Person, path: string) {
  const headers = { "Content-Type": "image/jpeg" };
  return await person.request(path, { method: "POST", headers, body: fileOf("jpeg", MiB) });
}

async function filesOf(folder: string): Promise<string[]> {
  return (await readdir(join(folder, "files"), { recursive: true })).sort();
}
