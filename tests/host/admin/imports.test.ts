import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeAdminKey } from "../../../host/admin-key.ts";
import { beginImport, endImports, findImport, noteImport } from "../../../host/admin/import-log.ts";
import { ImportUpload, zipOf } from "../../support/import-upload.ts";
import { type LiveHost, startSharedHost } from "../../support/live-host.ts";
import { until } from "../../support/until.ts";

let host: LiveHost;
let stop: () => Promise<void>;
let imports: ImportUpload;
beforeAll(async () => {
  ({ host, stop } = await startSharedHost());
  imports = new ImportUpload(host.url, await makeAdminKey(host.dataDir));
});
afterAll(() => stop());

const uploads = () => readdir(join(host.dataDir, "imports"));

test("[C10] an import whose function thread was lost is said to have failed, and its upload is gone", async () => {
  const id = await imports.prepare(await zipOf({ number: 1, rows: 1 }));
  const replace = vi.spyOn(host.thread, "replace");
  replace.mockRejectedValueOnce(new Error("The function thread ended."));

  await imports.confirm(id);
  const ended = await until(
    () => imports.stateOf(id),
    ({ state }) => state !== "in_progress",
  );

  expect(ended).toMatchObject({
    state: "failed",
    error_message: "The function thread ended. Nothing was imported.",
  });
  expect(await uploads()).toEqual([]);
  replace.mockRestore();
});

test("[C10] an import that was carried out is never said to have failed, and its upload is gone", async () => {
  const id = await imports.prepare(await zipOf({ number: 1, rows: 1 }));
  const { thread } = host;
  const replace = vi.spyOn(thread, "replace");
  replace.mockImplementationOnce(async (change) => {
    await thread.replace(change);
    throw new Error("The function thread ended.");
  });

  await imports.confirm(id);

  await until(uploads, ({ length }) => length === 0);
  expect(await imports.stateOf(id)).toMatchObject({ state: "completed" });
  replace.mockRestore();
});

test("[O11] an import that was under way when the host ended keeps no host from starting", () => {
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
  const isFull = () => {
    throw new Error("database or disk is full");
  };

  endImports({ ...meta, set: isFull }, log);
  expect(log.error).toHaveBeenCalledOnce();
  endImports(meta, log);
  expect(findImport(meta, "a")?.state).toMatchObject({ state: "failed" });
});
