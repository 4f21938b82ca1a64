import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api.js";
import {
  assignTasks,
  createProject,
  deleteUnit,
  functionClient,
} from "./support/function-client.ts";
import { pngFile } from "./support/image-files.ts";
import { keptOperations } from "./support/kept.ts";
import { test } from "./support/test.ts";
import { createUnitTab, openUnitTab } from "./support/unit-tabs.ts";

test.use({ seed: "templates" });

type Row = { id: string; kind: string };

/** Stores operations on the device of a page, as an earlier page without a network has left them. */
async function keep(page: Page, rows: readonly (Row & object)[], photo: number[]): Promise<void> {
  await page.goto("/api/health");
  await page.evaluate(
    async ({ kept, bytes }) =>
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("turnboard-outbox", 1);
        opening.onupgradeneeded = () => {
          const options = { keyPath: "seq", autoIncrement: true };
          opening.result.createObjectStore("operations", options);
          opening.result.createObjectStore("files");
        };
        opening.onsuccess = () => {
          const writing = opening.result.transaction(["operations", "files"], "readwrite");
          for (const row of kept) {
            writing.objectStore("operations").put(row);
            if (row.kind !== "photo.add") continue;
            const file = new Blob([new Uint8Array(bytes)], { type: "image/png" });
            writing.objectStore("files").put({ photo: file }, row.id);
          }
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
          writing.onerror = () => reject(new Error("Not kept"));
        };
      }),
    { kept: rows, bytes: photo },
  );
}

/** Lets one operation of each kind wait on the device of a page. */
async function letAllWait(page: Page, manager: Page, name: string) {
  const project = await createProject(manager, { name, units: ["A1", "B2"] });
  await assignTasks(manager, project.id, 1);
  const [author, client] = [await functionClient(page), await functionClient(manager)];
  const by = (await author.query(api.users.viewer, {}))?.id ?? "";
  const units = await client.query(api.units.list, { projectId: project.id });
  const unitId = units.find(({ name: is }) => is === "A1")?.id ?? "";
  const [task] = await client.query(api.tasks.list, { unitId });
  const [edited, deleted] = [
    await author.mutation(api.unitNotes.create, { unitId, content: "To be edited" }),
    await author.mutation(api.unitNotes.create, { unitId, content: "To be deleted" }),
  ];
  const file = pngFile("old.png");
  const origin = new URL((await manager.request.get("/api/health")).url()).origin;
  const sent = await manager.request.post("/api/photos", {
    headers: { Origin: origin },
    multipart: { unitId, type: "before", photo: file },
  });
  expect(sent.status()).toBe(201);
  const photo = (await sent.json()) as { id: string };
  const shift = (day: string) => ({
    ...{ projectId: project.id, userId: by, description: `Of ${day}`, date: day, endTime: null },
    startTime: `${day}T07:00:00.000Z`,
  });
  const entries = [
    await author.mutation(api.timeEntries.create, shift("2025-07-14")),
    await author.mutation(api.timeEntries.create, shift("2025-07-15")),
  ];
  const madeAt = Date.now();
  const acts: [kind: string, args: Record<string, unknown>, record?: string | undefined][] = [
    ["task.update", { taskId: task?.id, status: "completed" }, task?.id],
    ["unit.update", { unitId, status: "in_progress" }, unitId],
    ["note.add", { unitId, content: "Added while away" }],
    ["note.edit", { unitId, noteId: edited.id, content: "Edited while away" }, edited.id],
    ["note.delete", { unitId, noteId: deleted.id }, deleted.id],
    ["time.add", shift("2025-07-16")],
    ["time.edit", { entry: entries[0], fields: { description: "Longer" } }, entries[0]?.id],
    ["time.delete", { entry: entries[1] }, entries[1]?.id],
    ["photo.turn", { photoId: photo.id, rotation: 90 }, photo.id],
    [
      "photo.add",
      {
        ...{ unitId, type: "before", name: "new.png", size: file.buffer.length, caption: null },
        ...{ photoDate: null, takenAt: null, taskId: task?.id, sha256: null },
      },
    ],
  ];
  const rows = acts.map(([kind, args, record], at) => {
    const id = randomUUID();
    return {
      ...{ id, kind, version: 1, by, madeAt, madeOffline: true, dependsOn: [], tries: 0 },
      ...{ seq: at + 1, text: kind, address: null, state: "waiting", refusal: null },
      ...{ args: kind === "photo.add" ? { ...args, key: id } : args },
      record: record ?? `pending:${id}`,
    };
  });
  await keep(page, rows, [...pngFile("new.png", { hue: 90 }).buffer]);
  const arrived = async () => {
    const notes = await client.query(api.unitNotes.list, { unitId });
    const photos = await client.query(api.photos.list, { unitId });
    const listed = await client.query(api.tasks.list, { unitId });
    const times = await client.query(api.timeEntries.list, { projectId: project.id });
    return {
      task: listed[0]?.status,
      unit: (await client.query(api.units.get, { unitId }))?.status,
      notes: notes.map(({ content }) => content).sort(),
      photos: photos.map(({ originalName, rotation }) => [originalName, rotation]).sort(),
      times: times.map(({ description }) => description).sort(),
    };
  };
  return { unitId, projectId: project.id, userId: by, client, arrived };
}

const all = {
  ...{ task: "completed", unit: "in_progress", notes: ["Added while away", "Edited while away"] },
  photos: [
    ["new.png", 0],
    ["old.png", 90],
  ],
  times: ["Longer", "Of 2025-07-16"],
};

test("a unit that another person puts in the trash and takes back takes all that waits for it, of each kind, once [FIELD-03] [FIELD-04]", async ({
  openAs,
}) => {
  const page = await openAs("somebody waiting");
  const manager = await openAs("manager");
  const { unitId, projectId, client, arrived } = await letAllWait(page, manager, "Trash And Back");
  await deleteUnit(manager, unitId);
  const { page: items } = await client.query(api.trash.list, { projectId });
  await client.mutation(api.trash.restore, { itemId: items[0]?.id ?? "" });

  await page.goto(`/projects/${projectId}/units?unit=${unitId}`);
  await expect.poll(() => keptOperations(page), { timeout: 30_000 }).toEqual([]);
  expect(await arrived()).toEqual(all);
});

test("work of each kind on a unit that another person deletes meanwhile is refused and kept, and the rest arrives [FIELD-03] [FIELD-06]", async ({
  openAs,
}) => {
  const page = await openAs("somebody waiting");
  const manager = await openAs("manager");
  const { unitId, projectId, client } = await letAllWait(page, manager, "Gone House");
  await deleteUnit(manager, unitId);

  await page.goto(`/projects/${projectId}/units`);
  const states = async () =>
    (await keptOperations(page)).map(({ kind, state }) => `${kind} ${state}`).sort();
  const refused = ["note.add", "note.delete", "note.edit", "photo.add", "photo.turn"];
  await expect
    .poll(states, { timeout: 30_000 })
    .toEqual([...refused, "task.update", "unit.update"].map((kind) => `${kind} refused`));
  const times = await client.query(api.timeEntries.list, { projectId });
  expect(times.map(({ description }) => description).sort()).toEqual(all.times);
  await expect(page.getByText("7 changes were not accepted.").first()).toBeAttached();
});

test("work of each kind arrives once although its author's role changes while it waits [FIELD-03] [FIELD-08]", async ({
  openAs,
}) => {
  const page = await openAs("somebody promoted");
  const manager = await openAs("manager");
  const admin = await functionClient(await openAs("admin"));
  const { userId, projectId, arrived } = await letAllWait(page, manager, "Promoted House");
  await admin.mutation(api.users.changeRole, { userId, role: "project_manager" });

  await page.goto(`/projects/${projectId}/units`);
  await expect.poll(() => keptOperations(page), { timeout: 30_000 }).toEqual([]);
  expect(await arrived()).toEqual(all);
});

test.describe("a network that answers in the server's place", () => {
  for (const [kind, hasLine, answer] of [
    ["a page", true, { status: 200, contentType: "text/html", body: "<!doctype html>Welcome" }],
    ["JSON", false, { status: 200, contentType: "application/json", body: '{"token":"hotel"}' }],
    ["401", false, { status: 401, contentType: "application/json", body: '{"message":"No"}' }],
  ] as const) {
    test(`with ${kind}, ${hasLine ? "beside" : "without"} a live line, ends no session, empties no device and refuses no photo [FIELD-04] [FIELD-05] [FIELD-08]`, async ({
      openAs,
    }) => {
      const page = await openAs("supervisor");
      const manager = await openAs("manager");
      let isThere = false;
      await page.routeWebSocket(/.*/, (socket) => {
        if (isThere && !hasLine) void socket.close();
        else socket.connectToServer();
      });
      await page.route(/\d\/($|api\/)/, (route) =>
        isThere ? route.fulfill(answer) : route.continue(),
      );
      const address = await createUnitTab(manager, `Hotel With ${kind}`, "photos");
      const dialog = await openUnitTab(page, address);
      await dialog.getByLabel("Files for Before Photos").setInputFiles([pngFile("a.png")]);
      await expect(dialog.getByRole("button", { name: "Upload 1 Photo" })).toBeVisible();
      isThere = true;
      await page.context().setOffline(!hasLine);
      await dialog.getByRole("button", { name: "Upload 1 Photo" }).click();
      await expect.poll(async () => (await keptOperations(page)).length).toBe(1);
      await page.context().setOffline(false);
      // The new page asks who is signed in, and for a token.
      if (!hasLine) await page.reload();
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Log out" }).click();
      await page.getByRole("button", { name: "Sign out and lose them" }).click();
      await expect(page.getByText("You are still signed in").first()).toBeVisible();
      expect(await keptOperations(page)).toMatchObject([{ kind: "photo.add", refusal: null }]);

      isThere = false;
      await expect.poll(() => keptOperations(page), { timeout: 45_000 }).toEqual([]);
      const unitId = new URL(address, "http://any").searchParams.get("unit") ?? "";
      const client = await functionClient(manager);
      expect(await client.query(api.photos.list, { unitId })).toHaveLength(1);
    });
  }
});
