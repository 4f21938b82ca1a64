import { randomUUID } from "node:crypto";
import { mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test, vi } from "vitest";
import { defaultLimits } from "../../../src/server/bounds/server-limits.ts";
import {
  finishUploadRoute,
  performImportRoute,
  uploadPartRoute,
} from "../../../src/server/http/admin/import-routes.ts";
import type { Exchange, HttpServices, RouteHandler } from "../../../src/server/http/exchange.ts";
import { storing } from "../../../src/server/http/free-disk.ts";
import { ThreadFailure } from "../../../src/server/keeper/pending-calls.ts";
import { uploadName } from "../../../src/wire/import-job.ts";
import { temporaryFolder } from "../../support/live-host.ts";

const [finish, upload] = [storing(finishUploadRoute), storing(uploadPartRoute)];
const partBytes = 400_000;

/** An upload in two parts, on a disk that has room at the first `looks` looks and none after them. */
async function uploadOf({ looks = Infinity }: { looks?: number } = {}) {
  const dataDir = await temporaryFolder();
  const token = randomUUID();
  const folder = join(dataDir, "imports", token);
  await mkdir(folder, { recursive: true });
  for (const part of ["1", "2"]) await writeFile(join(folder, part), part.repeat(partBytes));
  let left = looks;
  const limits = {
    ...defaultLimits,
    get freeDiskBytes() {
      left -= 1;
      return left < 0 ? Infinity : 0;
    },
    freeDiskShare: 2,
  };
  const ask = vi.fn(() => Promise.resolve(null as unknown));
  const log = { error: vi.fn() };
  const services = { dataDir, limits, log, thread: { ask } } as unknown as HttpServices;
  const call = async (route: RouteHandler, body: Readable, search = "") => {
    const request = Object.assign(body, { headers: {} });
    const response = { req: request, writeHead: vi.fn(), end: vi.fn() };
    const url = new URL(`http://localhost/?uploadToken=${token}${search}`);
    await route(services, { request, response, url } as unknown as Exchange);
  };
  const send = async (partTokens: readonly string[]) => {
    const wanted = { mode: "append", format: "jsonLines", tableName: "items" };
    await call(finish, bodyOf({ uploadToken: token, partTokens, import: wanted }));
  };
  const sendPart = async (part: string) =>
    await call(upload, Readable.from([Buffer.alloc(partBytes)]), `&partNumber=${part}`);
  const perform = async () => await call(performImportRoute, bodyOf({ importId: token }));
  return { folder, ask, log, call, send, sendPart, perform };
}

function bodyOf(json: object): Readable {
  return Readable.from([Buffer.from(JSON.stringify(json))]);
}

test("a file whose parts have room and its whole has not is refused by name, and goes [C13] [O12]", async () => {
  const { folder, send } = await uploadOf({ looks: 1 });

  await expect(send(["1", "2"])).rejects.toMatchObject({
    status: 507,
    code: "InsufficientStorage",
  });
  await expect(stat(folder)).rejects.toThrow("ENOENT");
});

test("a file of one part takes no more room than its part [C13]", async () => {
  const { folder, send, ask } = await uploadOf({ looks: 1 });

  await send(["1"]);

  expect((await stat(join(folder, uploadName))).size).toBe(partBytes);
  expect(ask).toHaveBeenCalledOnce();
});

test("the parts of a file are joined in their order [C9]", async () => {
  const { folder, send } = await uploadOf();

  await send(["2", "1"]);

  expect((await stat(join(folder, uploadName))).size).toBe(2 * partBytes);
  expect(await readdir(folder)).toEqual([uploadName]);
});

test("a file that is finished twice at once is joined once, and the second request is told so [C9]", async () => {
  const { folder, send, ask } = await uploadOf();

  const [first, second] = await Promise.allSettled([send(["1", "2"]), send(["1", "2"])]);

  expect(first.status).toBe("fulfilled");
  expect(second).toMatchObject({ reason: { status: 409, code: "UploadInUse" } });
  expect(ask).toHaveBeenCalledOnce();
  expect((await stat(join(folder, uploadName))).size).toBe(2 * partBytes);
});

test("a disk that takes no file of an import is told as such, and leaves nothing of it [O11]", async () => {
  const { folder, send, log } = await uploadOf();
  // A file that is created behind this link has no folder.
  await symlink(join(folder, "none", "there"), join(folder, uploadName));

  await expect(send([])).rejects.toMatchObject({ status: 503, code: "NotStored" });
  expect(log.error).toHaveBeenCalledWith("file.not-stored", expect.anything());
  await expect(stat(folder)).rejects.toThrow("ENOENT");
});

test("a planned import that the disk does not note leaves nothing [O11]", async () => {
  const { folder, send, ask } = await uploadOf();
  ask.mockRejectedValueOnce(new ThreadFailure("NotStored", "The disk is full."));

  await expect(send(["1"])).rejects.toMatchObject({ code: "NotStored" });
  await expect(stat(folder)).rejects.toThrow("ENOENT");
});

test("a piece for which the disk gets too full on its way takes the earlier pieces with it [C13]", async () => {
  const { folder, sendPart } = await uploadOf({ looks: 1 });

  await expect(sendPart("3")).rejects.toMatchObject({ status: 507, code: "InsufficientStorage" });
  await expect(stat(folder)).rejects.toThrow("ENOENT");
});

test("a piece that is cut off leaves the earlier pieces, for the client sends it again [C9]", async () => {
  const { folder, call } = await uploadOf();
  const cut = new Readable({ read: () => cut.destroy(new Error("The line broke.")) });

  await expect(call(upload, cut, "&partNumber=3")).rejects.toThrow("was cut off");
  expect(await readdir(folder)).toEqual(["1", "2"]);
});

test("a planned import whose beginning the disk does not note leaves nothing [O11]", async () => {
  const { folder, send, perform, ask } = await uploadOf();
  await send(["1"]);
  ask.mockRejectedValueOnce(new ThreadFailure("NotStored", "The disk is full."));

  await expect(perform()).rejects.toMatchObject({ code: "NotStored" });
  await expect(stat(folder)).rejects.toThrow("ENOENT");
});
