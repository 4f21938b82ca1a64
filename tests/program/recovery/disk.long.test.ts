import { execFileSync, spawnSync } from "node:child_process";
import { chmod, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { makeAdminKey } from "convex-host";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { Ledger, sha256 } from "../../faults/ledger.ts";
import { json, Person } from "../../faults/people.ts";
import { findWrongs } from "../../faults/stored.ts";
import { KillableHost } from "../../support/killable-host.ts";
import { fileOf } from "../../support/photo-files.ts";

const canGiveRoom = spawnSync("prlimit", ["--version"]).status === 0;
const isRoot = process.getuid?.() === 0;

let host: KillableHost;
beforeEach(async () => {
  host = await KillableHost.build({ bundles: inject("workspace") });
}, 60_000);
afterEach(async () => {
  await host.remove();
});

test.skipIf(!canGiveRoom)(
  "when the disk fills while several people write, nothing is acknowledged that is not kept, and with room again the host goes on by itself [O11] [D7]",
  { timeout: 120_000 },
  async () => {
    // The unit is a block of 1 KiB: no file may grow beyond 6 MiB until the test raises the limit.
    const bounds = ["bash", "-c", 'ulimit -S -f 6144; exec "$0" "$@"'];
    await host.start({ through: bounds });
    const names = ["ann", "ben", "cem"];
    const people = await Promise.all(names.map((name) => Person.signIn(name, host.url)));
    const ann = people[0]!;
    const ledger = new Ledger();

    expect(await addPhoto(ann, ledger, { name: "too large.jpg", bytes: 8_000_000 })).toBe(503);
    const refused = await Promise.all(people.map((person) => fill(person, ledger)));
    const shown = await shownProjects(ann);
    for (const name of refused) expect(shown).not.toContain(name);
    for (const name of names) expect(shown).toContain(`${name} 0`);
    execFileSync("prlimit", ["--pid", String(host.pid), "--fsize=unlimited"]);
    await makeProject(ann, ledger, "With room");
    expect(await addPhoto(ann, ledger, { name: "fits.jpg", bytes: 8_000_000 })).toBe(201);

    const made = [...ledger.projects].filter(([, fate]) => fate === "made").map(([name]) => name);
    expect((await shownProjects(ann)).sort()).toEqual(made.sort());
    for (const person of people) await person.close();
    await host.stop();
    expect(await findWrongs(host.dataDir, ledger)).toEqual([]);
  },
);

test.skipIf(!canGiveRoom)(
  "on a disk that takes nothing a push and a change of variables are refused, and people go on reading [O11] [C4] [C11]",
  { timeout: 120_000 },
  async () => {
    await host.start();
    const headers = { Authorization: `Convex ${await makeAdminKey(host.dataDir, "turnboard")}` };
    const ann = await Person.signIn("ann", host.url);
    const post = async (path: string, body: object) =>
      await ann.request(path, { ...json("POST", body), headers });
    const started = await post("/api/deploy2/start_push", {
      ...{ componentDefinitions: [], nodeDependencies: [] },
      appDefinition: { changedModules: [{ path: "a.js", source: "export const a = 1;" }] },
    });
    const { schemaChange } = JSON.parse(started?.text ?? "") as { schemaChange: object };
    const variables = { changes: [{ name: "COLOUR", value: "green" }] };
    const letFilesGrowTo = (bytes: string) =>
      execFileSync("prlimit", ["--pid", String(host.pid), `--fsize=${bytes}:`]);

    letFilesGrowTo("0");
    for (const refused of [
      await post("/api/update_environment_variables", variables),
      await post("/api/deploy2/finish_push", { startPush: { schemaChange } }),
    ])
      expect(refused).toEqual({ status: 503, text: expect.stringContaining("its disk is full") });
    expect((await ann.request("/api/projects"))?.status).toBe(200);

    letFilesGrowTo("unlimited");
    expect((await post("/api/update_environment_variables", variables))?.status).toBe(200);
    await ann.close();
  },
);

test("a data folder that cannot be written to is refused by name [O11]", async () => {
  await mkdir(host.dataDir);
  await chmod(dirname(host.dataDir), 0o755);
  await chmod(host.dataDir, 0o555);
  // Root can write everywhere, so the host runs as another user.
  const through = isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];

  await expect(host.start({ through })).rejects.toThrow(`${host.dataDir} cannot be written to`);
});

/** Makes projects until one is refused, and returns its name. */
async function fill(person: Person, ledger: Ledger): Promise<string> {
  for (let count = 0; ; count += 1) {
    const name = `${person.name} ${count}`;
    try {
      await makeProject(person, ledger, name);
    } catch {
      ledger.projects.set(name, "removed");
      return name;
    }
  }
}

async function makeProject({ client }: Person, ledger: Ledger, name: string): Promise<void> {
  const units = Array.from({ length: 500 }, (_, index) => `${"unit ".repeat(30)}${index}`);
  await client.mutation(api.projects.create, { name, units });
  ledger.projects.set(name, "made");
}

async function shownProjects({ client }: Person): Promise<string[]> {
  return (await client.query(api.projects.list, {})).map(({ name }) => name);
}

async function addPhoto(
  person: Person,
  ledger: Ledger,
  { name, bytes }: { name: string; bytes: number },
): Promise<number> {
  const [project] = await person.client.query(api.projects.list, {});
  const projectId = project?.id ?? (await firstProject(person, ledger));
  const [unit] = await person.client.query(api.units.list, { projectId });
  const file = fileOf("jpeg", bytes);
  const body = new FormData();
  body.append("photo", new File([file], name, { type: "image/jpeg" }));
  body.append("unitId", unit!.id);
  body.append("type", "progress");
  const answer = await person.request("/api/photos", { method: "POST", body });
  ledger.photos.set(name, answer?.status === 201 ? "made" : "removed");
  ledger.hashes.set(name, sha256(file));
  return answer?.status ?? 0;
}

async function firstProject({ client }: Person, ledger: Ledger): Promise<string> {
  ledger.projects.set("First", "made");
  return (await client.mutation(api.projects.create, { name: "First", units: ["1"] })).id;
}
