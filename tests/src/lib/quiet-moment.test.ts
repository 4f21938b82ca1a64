import { ConvexError } from "convex/values";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { backgroundWork } from "../../../src/lib/background-work.ts";
import { connectionPerson } from "../../../src/lib/connection/connection-person.ts";
import type { Editor } from "../../../src/lib/optimistic/block-change.ts";
import type { Client } from "../../../src/lib/outbox/client-line.ts";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { isQuiet, watchTyping } from "../../../src/lib/version/quiet-moment.ts";
import { removeIndexedDb, stubIndexedDb } from "../outbox/indexed-db.ts";

const connection = vi.hoisted(() => ({ inflightMutations: 0, inflightActions: 0 }));
vi.mock("../../../src/lib/connection/convex.ts", () => ({
  convexClient: { connectionState: () => connection },
}));

beforeEach(() => {
  document.body.replaceChildren();
  setHidden(true);
  connection.inflightMutations = 0;
});

function setHidden(hidden: boolean) {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
}

function add(html: string): HTMLInputElement {
  document.body.insertAdjacentHTML("beforeend", html);
  return document.body.lastElementChild as HTMLInputElement;
}

test("a page that is seen does not load anew by itself, but for a board on the wall [FIELD-01]", () => {
  expect(isQuiet()).toBe(true);
  setHidden(false);
  expect(isQuiet()).toBe(false);
  window.history.replaceState(null, "", "/board?wall=1");
  expect(isQuiet()).toBe(true);
  window.history.replaceState(null, "", "/");
});

test.each([
  '<div role="dialog"></div>',
  '<div role="alertdialog"></div>',
  "<textarea>No</textarea>",
])("a page with %s does not load anew by itself [FIELD-01]", (html) => {
  const opened = add(html);
  expect(isQuiet()).toBe(false);
  opened.remove();
  expect(isQuiet()).toBe(true);
});

test("a page does not load anew by itself while a text that somebody has typed stands in it [FIELD-01]", () => {
  watchTyping();
  const field = add("<input value='as it came'>");
  expect(isQuiet()).toBe(true);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  expect(isQuiet()).toBe(false);
  field.value = "";
  expect(isQuiet()).toBe(true);
});

test("a page does not load anew by itself while something is under way [FIELD-01]", () => {
  backgroundWork.set("upload", { text: "Uploading", share: 0.5, address: "/" });
  expect(isQuiet()).toBe(false);
  backgroundWork.set("upload", null);
  expect(isQuiet()).toBe(true);
  connection.inflightMutations = 1;
  expect(isQuiet()).toBe(false);
});

/** Writes a note that a reachable server refuses, or that waits for the server. */
async function writeNote({ isConnected }: { isConnected: boolean }): Promise<void> {
  const client = {
    connectionState: () => ({ isWebSocketConnected: isConnected, connectionCount: 1 }),
    subscribeToConnectionState: () => () => undefined,
    mutation: () => Promise.reject(new ConvexError({ code: "not_found", message: "It is gone" })),
  } as unknown as Client;
  connectionPerson.set("user");
  const close = outbox.start(client, { id: "user" } as Editor);
  onTestFinished(() => {
    close();
    connectionPerson.set(null);
    vi.unstubAllGlobals();
  });
  await outbox.do("note.add", { unitId: "unit", content: "Mind the step" });
}

const states = () => outbox.snapshot().operations.map(({ state }) => state);

test("a page does not load anew by itself while work on its device waits for the server [FIELD-01]", async () => {
  stubIndexedDb();
  await writeNote({ isConnected: false });
  expect(isQuiet()).toBe(false);
});

test("a page does not load anew by itself beside refused work that it alone has [FIELD-01] [FIELD-06]", async () => {
  removeIndexedDb();
  await writeNote({ isConnected: true });
  await vi.waitFor(() => expect(states()).toEqual(["refused"]));
  expect(isQuiet()).toBe(false);
});

test("a page loads anew by itself beside refused work that its device keeps [FIELD-01] [FIELD-06]", async () => {
  stubIndexedDb();
  await writeNote({ isConnected: true });
  await vi.waitFor(() => expect(states()).toEqual(["refused"]));
  expect(isQuiet()).toBe(true);
});
