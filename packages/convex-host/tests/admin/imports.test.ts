import { readdir, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeAdminKey } from "../../src/operations/admin-key.ts";
import {
  beginImport,
  endImports,
  failImport,
  findImport,
  noteImport,
} from "../../src/functions/admin/import-log.ts";
import { ImportUpload, zipOf } from "../support/import-upload.ts";
import { type LiveHost, startSharedHost } from "../support/live-host.ts";
import { addQuery, connectRaw } from "../support/raw-client.ts";
import { openFiles } from "../support/open-files.ts";
import { until } from "../support/until.ts";

let host: LiveHost;
let stop: () => Promise<void>;
let imports: ImportUpload;
let key: string;
beforeAll(async () => {
  ({ host, stop } = await startSharedHost());
  key = await makeAdminKey(host.dataDir);
  imports = new ImportUpload(host.url, key);
});
afterAll(() => stop());

const uploadFolder = () => join(host.dataDir, "imports");
const uploads = () => readdir(uploadFolder());

test("an upload that lacks a piece, or names one twice, is refused and may be finished properly [C9] [H2]", async () => {
  const zip = await zipOf({ number: 1, rows: 1 });
  const token = await imports.upload([zip.subarray(0, 100), zip.subarray(100)]);

  await expect(imports.finish(token, ["1", "2", "3"])).rejects.toThrow(/400: .*UnknownPart/);
  await expect(imports.finish(token, ["1", "1"])).rejects.toThrow(/400: /);
  const id = await imports.finish(token, ["1", "2"]);
  expect((await imports.stateOf(id)).state).toBe("waiting_for_confirmation");
  await expect(imports.finish(token, ["1", "2"])).rejects.toThrow(/400: .*UnknownPart/);
});

test("a piece that is cut off on its way is no piece, and one that was there before stays [C9]", async () => {
  const rows = Buffer.from('{"text":"one"}\n{"text":"two"}\n');
  const token = await imports.upload([]);
  await imports.cutOff(token, rows.subarray(0, 15));
  await expect(imports.finish(token, ["1"])).rejects.toThrow(/400: .*UnknownPart/);

  const whole = await imports.upload([await zipOf({ number: 1, rows: 1 })]);
  await imports.cutOff(whole, rows);
  const id = await imports.finish(whole, ["1"]);

  expect((await imports.stateOf(id)).state).toBe("waiting_for_confirmation");
  expect(await readdir(join(uploadFolder(), token))).toEqual([]);
});

test("a file that cannot be imported does not stay, neither on the disk nor open [C9]", async () => {
  const before = await uploads();
  const zip = await zipOf({ number: 1, rows: 1 });
  // Break the signature of the second entry in the zip's central directory.
  const signature = Buffer.from("PK\x01\x02");
  zip.write("no", zip.indexOf(signature, zip.indexOf(signature) + 4));

  const ids = [await imports.prepare(zip), await imports.prepare(Buffer.from("no zip"))];

  for (const id of ids)
    expect(await imports.stateOf(id)).toMatchObject({
      state: "failed",
      error_message: expect.stringContaining("The file cannot be imported") as string,
    });
  expect(await uploads()).toEqual(before);
  if (process.platform === "linux") expect(await openFiles(uploadFolder())).toEqual([]);
});

test("an import whose function thread was lost is said to have failed, and its upload is gone [C10]", async () => {
  const id = await imports.prepare(await zipOf({ number: 1, rows: 1 }));
  const replace = vi.spyOn(host.thread, "replace");
  const reason = "Error: JS heap out of memory\n    at [kOnExit] (node:internal)\n    at onexit";
  replace.mockRejectedValueOnce(new Error(reason));

  await imports.confirm(id);
  const ended = await until(
    () => imports.stateOf(id),
    ({ state }) => state !== "in_progress",
  );

  expect(ended).toMatchObject({
    state: "failed",
    error_message: "Error: JS heap out of memory. Nothing was imported.",
  });
  expect(await uploads()).not.toContain(id);
  replace.mockRestore();
});

test("an import whose upload the disk does not remove is said to have failed for its own reason [C10]", async () => {
  const id = await imports.prepare(await zipOf({ number: 1, rows: 1 }));
  const aside = `${uploadFolder()}-aside`;
  await rename(uploadFolder(), aside);
  // Nothing can be read or removed below a link that leads to itself.
  await symlink(uploadFolder(), uploadFolder());

  await imports.confirm(id);
  const ended = await until(
    () => imports.stateOf(id),
    ({ error_message: reason = "" }) => /ELOOP/.test(reason),
  );

  await rm(uploadFolder());
  await rename(aside, uploadFolder());
  expect(ended).toMatchObject({
    state: "failed",
    error_message: expect.stringMatching(/ELOOP.*Nothing was imported/),
  });
});

test("who follows an import is told each of its states, also when nothing else changes [C10]", async () => {
  const id = await imports.prepare(await zipOf({ number: 1, rows: 1 }));
  const follower = await connectRaw(host.url);
  follower.send({ type: "Authenticate", baseVersion: 0, tokenType: "Admin", value: key });
  follower.send(addQuery(1, { udfPath: "_system/cli/queryImport", args: { importId: id } }));
  const nextState = async () => {
    for (;;) {
      const [, told] = /"state":"(\w+)"/.exec(JSON.stringify(await follower.next())) ?? [];
      if (told !== undefined) return told;
    }
  };
  const replace = vi.spyOn(host.thread, "replace");
  let fail = (_error: Error): void => undefined;
  replace.mockReturnValueOnce(new Promise((_resolve, reject) => (fail = reject)));

  expect(await nextState()).toBe("waiting_for_confirmation");
  await imports.confirm(id);
  expect(await nextState()).toBe("in_progress");
  fail(new Error("The function thread ended."));
  expect(await nextState()).toBe("failed");
  replace.mockRestore();
});

test("an import that was carried out is never said to have failed, and its upload is gone [C10]", async () => {
  const id = await imports.prepare(await zipOf({ number: 1, rows: 1 }));
  const { thread } = host;
  const replace = vi.spyOn(thread, "replace");
  replace.mockImplementationOnce(async (change) => {
    await thread.replace(change);
    throw new Error("The function thread ended.");
  });

  await imports.confirm(id);

  await until(uploads, (left) => !left.includes(id));
  expect(await imports.stateOf(id)).toMatchObject({ state: "completed" });
  replace.mockRestore();
});

test("an import that was under way when the host ended keeps no host from starting [O11]", () => {
  const texts = new Map<string, string>();
  const meta = {
    get: (name: string) => texts.get(name) ?? null,
    set: (name: string, text: string) => void texts.set(name, text),
  };
  const job = { folder: "", format: "zip", mode: "append", table: null } as const;
  const state = { state: "waiting_for_confirmation", message: "", isDeleting: false } as const;
  noteImport(meta, { id: "a", job, state });
  beginImport(meta, "a");
  const log = { error: vi.fn() };
  const full = { ...meta, set: refuse };

  endImports(full, log);
  expect(log.error).toHaveBeenCalledOnce();
  expect(findImport(full, "a")?.state).toMatchObject({ state: "failed" });

  endImports(meta, log);
  expect(findImport({ ...meta }, "a")?.state).toMatchObject({ state: "failed" });
});

test("on a disk that stays full, an import that failed is said to have failed [C10] [O11]", () => {
  const texts = new Map<string, string>();
  const meta = {
    get: (name: string) => texts.get(name) ?? null,
    set: (name: string, text: string) => void texts.set(name, text),
  };
  const job = { folder: "", format: "zip", mode: "append", table: null } as const;
  noteImport(meta, { id: "a", job, state: { state: "in_progress" } });
  const { set } = meta;
  meta.set = refuse;

  expect(() => failImport(meta, "a", "The disk is full.")).toThrow("full");
  expect(findImport(meta, "a")?.state).toMatchObject({
    state: "failed",
    message: "The disk is full. Nothing was imported.",
  });

  // Once the disk has room again, the next note of any import also stores the failure that could not be noted before.
  meta.set = set;
  noteImport(meta, { id: "b", job, state: { state: "in_progress" } });
  expect(findImport({ ...meta }, "a")?.state).toMatchObject({ state: "failed" });
});

function refuse(): never {
  throw new Error("database or disk is full");
}
