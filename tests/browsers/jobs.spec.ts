import { writeFileSync } from "node:fs";
import { expect } from "@playwright/test";
import {
  assignTasks,
  createProject,
  readNotes,
  readPhotos,
  readTasks,
  readUnits,
} from "../e2e/support/function-client.ts";
import { pngFile } from "../e2e/support/image-files.ts";
import { addressOf } from "../e2e/support/people.ts";
import type { Tab } from "./support/tab.ts";
import type { Target } from "./support/target.ts";
import { test } from "./support/test.ts";

const dialog = { role: "dialog", name: "A1" };
const inUnit = (target: Target): Target => ({ ...target, in: dialog });
const button = (name: string | RegExp) => ({ role: "button", name });

const supervisor = button(new RegExp(addressOf("supervisor"), "u"));

async function completeTask(tab: Tab, name: string): Promise<void> {
  await tab.press({ ...button("Completed"), in: { role: "listitem", name } });
}

async function writeNote(tab: Tab, text: string): Promise<void> {
  await tab.press(inUnit({ role: "tab", name: "Notes" }));
  await tab.type(inUnit({ label: "New note" }), text);
  await tab.press(inUnit(button("Add Note")));
  await tab.sees(inUnit({ text }));
}

async function choosePhoto(tab: Tab, path: string): Promise<void> {
  await tab.press(inUnit({ role: "tab", name: "Photos" }));
  await tab.choose(inUnit({ label: "Files for Before Photos" }), [path]);
  await tab.press(inUnit(button("Upload 1 Photo")));
  await tab.sees(inUnit(button(/^Open /u)), { times: 1 });
}

test("a person signs in, finds a unit, completes a task, writes a note and adds a photo", async ({
  tab,
  manager,
}, info) => {
  const project = await createProject(manager, { name: "Harbour House", units: ["A1", "B2"] });
  await assignTasks(manager, project.id, 2);
  const [unit] = await readUnits(manager, project.id);
  const id = unit?.id ?? "";
  const [task] = await readTasks(manager, id);
  const path = info.outputPath("kitchen.png");
  writeFileSync(path, pngFile("kitchen.png").buffer);

  await tab.open("/");
  await tab.press(button(/^sign in$/iu));
  await tab.press(supervisor);
  await tab.sees({ role: "heading", name: "Project Dashboard" });
  await tab.press({ role: "link", name: "Projects" });
  await tab.sees({ role: "heading", name: "Harbour House" });
  await tab.press({ role: "link", name: "View Units" });
  await tab.press(button("View Details"));
  await completeTask(tab, task?.name ?? "");
  await writeNote(tab, "The sink leaks");
  await choosePhoto(tab, path);

  const states = async () => (await readTasks(manager, id)).map(({ status }) => status);
  await expect.poll(states).toEqual(["completed", "not_started"]);
  const notes = async () => (await readNotes(manager, id)).map(({ content }) => content);
  await expect.poll(notes).toEqual(["The sink leaks"]);
  const photos = async () => (await readPhotos(manager, id)).map((each) => each.originalName);
  await expect.poll(photos).toEqual(["kitchen.png"]);
  await tab.sees({ text: "Live" });
});

test("work done without a network waits, outlives a reload without one, and arrives once [FIELD-02] [FIELD-03] [FIELD-04] [FIELD-05]", async ({
  tab,
  line,
  manager,
}, info) => {
  const project = await createProject(manager, { name: "Basement House", units: ["A1"] });
  await assignTasks(manager, project.id, 2);
  const [unit] = await readUnits(manager, project.id);
  const id = unit?.id ?? "";
  const tasks = await readTasks(manager, id);
  const path = info.outputPath("cellar.png");
  writeFileSync(path, pngFile("cellar.png").buffer);
  await tab.open(`/projects/${project.id}/units?unit=${id}`);
  await tab.press(supervisor);
  await tab.sees(inUnit({ role: "heading", name: tasks[0]?.name ?? "" }));
  for (const name of ["Photos", "Notes"]) {
    await tab.press(inUnit({ role: "tab", name }));
    await tab.sees(inUnit({ text: new RegExp(`No ${name.toLowerCase()} yet`, "iu") }));
  }
  await tab.press(inUnit({ role: "tab", name: "Tasks" }));
  await expect.poll(() => tab.read("navigator.serviceWorker.controller !== null")).toBe("true");

  await line.cut();
  for (const { name } of tasks) await completeTask(tab, name);
  await tab.sees(inUnit({ text: /not sent yet/u }), { times: 2 });
  await writeNote(tab, "Mind the step");
  await choosePhoto(tab, path);
  await tab.sees({ text: "Offline, 4 waiting" }, { within: 30_000 });
  const madeBefore = Date.now();
  await tab.reload();
  await tab.sees(inUnit(button(/^Open /u)), { times: 1 });
  await tab.press(inUnit({ role: "tab", name: "Notes" }));
  await tab.sees(inUnit({ text: "Mind the step" }), { times: 1 });
  await tab.press(inUnit({ role: "tab", name: "Tasks" }));
  await tab.sees(inUnit({ text: /not sent yet/u }), { times: 2 });
  expect((await readTasks(manager, id)).map(({ status }) => status)).not.toContain("completed");
  expect(await readNotes(manager, id)).toEqual([]);
  expect(await readPhotos(manager, id)).toEqual([]);

  await line.mend();
  await tab.sees({ text: "Live" }, { within: 30_000 });
  await tab.sees(inUnit({ text: /not sent yet/u }), { times: 0 });
  const arrived = await readTasks(manager, id);
  expect(arrived.map(({ status }) => status)).toEqual(["completed", "completed"]);
  for (const { completionDate } of arrived)
    expect(Date.parse(completionDate ?? "")).toBeLessThanOrEqual(madeBefore);
  expect((await readNotes(manager, id)).map(({ content }) => content)).toEqual(["Mind the step"]);
  const photos = async () => (await readPhotos(manager, id)).map((each) => each.originalName);
  await expect.poll(photos).toEqual(["cellar.png"]);
});

test("a device without a camera says so and takes files instead [CAM-02]", async ({
  tab,
  manager,
}, info) => {
  const project = await createProject(manager, { name: "Camera House", units: ["A1"] });
  const [unit] = await readUnits(manager, project.id);
  const id = unit?.id ?? "";
  const path = info.outputPath("hall.png");
  writeFileSync(path, pngFile("hall.png").buffer);
  await tab.open(`/projects/${project.id}/units/${id}/camera`);
  await tab.press(supervisor);
  await tab.sees({ text: /choose files/u, in: { role: "alert" } });
  await tab.choose({ label: "Files" }, [path]);
  const photos = async () => (await readPhotos(manager, id)).map((each) => each.originalName);
  await expect.poll(photos, { timeout: 20_000 }).toEqual(["hall.png"]);
});
