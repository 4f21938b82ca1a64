import { Blob as NodeBlob } from "node:buffer";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { ConnectionBar } from "../../../src/app/connection-bar.tsx";
import KeptTexts from "../../../src/app/kept-texts.tsx";
import KeptDrafts from "../../../src/features/photos/kept-drafts.tsx";
import { UserBlock } from "../../../src/features/shell/menu/user-block.tsx";
import { authorOf } from "../../../src/lib/device/earlier-account.ts";
import type { Client } from "../../../src/lib/outbox/client-line.ts";
import { openDatabase } from "../../../src/lib/outbox/database.ts";
import type { NewOperation } from "../../../src/lib/outbox/operation.ts";
import { openOutbox } from "../../../src/lib/outbox/open.ts";
import { DraftDatabase } from "../../../src/lib/photos/draft-database.ts";
import { toastStore } from "../../../src/lib/toast-store.ts";
import { drafts } from "../../../src/lib/typed/drafts.ts";
import { TypedDatabase } from "../../../src/lib/typed/typed-database.ts";
import { waiting } from "../../../src/lib/waiting.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { ofServer } from "../support/of-server.ts";
import { renderAt, viewerOf } from "../support/render-at.tsx";
import { removeIndexedDb, stubIndexedDb } from "./indexed-db.ts";

beforeEach(() => {
  stubIndexedDb();
  drafts.forgetAll();
  vi.stubGlobal("navigator", { ...navigator, onLine: true, locks: undefined });
  vi.stubGlobal("fetch", () => Promise.resolve(ofServer(new Response(""))));
});
afterEach(() => {
  cleanup();
  removeIndexedDb();
});

const unnamed = (id: string) =>
  viewerOf({ id: id as Id<"users">, firstName: "", lastName: null, email: "a@b.test" });
const before = authorOf(unnamed("account of before"));

const change: NewOperation = {
  ...{ id: "a", kind: "note.add", version: 1, args: { unitId: "unit", content: "Mind the step" } },
  ...{ record: "pending:a", text: "Note", madeAt: 1, madeOffline: true, address: null },
  ...{ dependsOn: [], state: "waiting", tries: 0, refusal: null, ...before },
};

async function leaveTextAndPhoto() {
  const put = [{ ...before, key: "unit", text: "The door sticks", at: 1 }];
  await new TypedDatabase().write(before.by, { put, drop: [] });
  const place = { unitId: "unit", type: "before", address: "/", day: null };
  const files = [{ key: "f", name: "f.png" }];
  // The fake IndexedDB stores only the blobs of Node.
  const photo = new NodeBlob(["f"], { type: "image/png" }) as unknown as Blob;
  const draft = { ...before, ...place, caption: "", files };
  await new DraftDatabase().write(draft, new Map([["f", photo]]));
}

/** A page of the next account without a name at the address. */
async function openPage(viewer = unnamed("account of today")) {
  const parts = (
    <>
      <ConnectionBar />
      <UserBlock />
      <KeptTexts />
      <KeptDrafts />
    </>
  );
  return await renderAt(new FakeConvex(), parts, { viewer });
}

async function openList() {
  await waitFor(() => expect(waiting.snapshot().open).not.toBeNull());
  act(() => waiting.snapshot().open?.());
  return within(await screen.findByRole("dialog", { name: "Not sent yet" }));
}

test("a change that may be another person's is told in the list alone, not as one that was not accepted, and no sign-out asks about it [FIELD-06] [FIELD-08]", async () => {
  const leave = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  const device = await openDatabase();
  await device.change(() => ({ put: [change], drop: [] }));
  const { user } = await openPage(unnamed("account of tomorrow"));
  await waitFor(() => expect(waiting.snapshot()).toMatchObject({ count: 0, refused: 0, left: 1 }));
  expect(screen.queryByText(/not accepted/)).toBeNull();
  expect(screen.queryByText(/Mind the step/)).toBeNull();

  await user.click(screen.getByRole("button", { name: "Log out" }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith("/api/logout"));
  expect(await device.read()).toHaveLength(1);
});

test("typed texts and chosen photos that may be another person's have a line of their own, and come to the person who calls them theirs [FIELD-06] [FIELD-08]", async () => {
  await leaveTextAndPhoto();
  const { user } = await openPage();
  const list = await openList();
  const line = within(
    list.getByRole("listitem", { name: "1 typed text and 1 chosen photo that are not shown" }),
  );
  expect(line.queryByRole("button", { name: "Discard" })).toBeNull();
  expect(drafts.get("unit")).toBeUndefined();

  await user.click(line.getByRole("button", { name: "It is mine" }));
  await list.findByText("Everything is sent");
  await waitFor(() => expect(drafts.get("unit")).toBe("The door sticks"));
  await waitFor(async () => {
    const [chosen] = await new DraftDatabase().all();
    expect(chosen?.by).toBe("account of today");
  });
  expect(waiting.snapshot()).toMatchObject({ left: 0, open: null });
});

test.each([true, false])(
  "such work is told to its person alone: while the person is signed in %s [FIELD-08]",
  async (isOpen) => {
    const device = await openDatabase();
    await device.change(() => ({ put: [change], drop: [] }));
    const shown = vi.spyOn(toastStore, "show").mockReturnValue(1);
    const client = {
      mutation: () => Promise.reject(new Error("offline")),
      connectionState: () => ({ isWebSocketConnected: false, connectionCount: 0 }),
      subscribeToConnectionState: () => () => undefined,
      watchQuery: () => ({}),
    } as unknown as Client;
    const { outbox } = await openOutbox(client, {
      ...{ person: unnamed(`account, open: ${String(isOpen)}`), isOpen: () => isOpen },
      ...{ publish: () => undefined, overlay: () => undefined },
      ...{ refusedLater: () => undefined, signedOut: () => undefined },
    });
    outbox.stop();

    expect(shown).toHaveBeenCalledTimes(isOpen ? 1 : 0);
  },
);

test("work that may be the person's is told once by a notice [FIELD-08]", async () => {
  await leaveTextAndPhoto();
  await openPage(unnamed("account of the next year"));
  expect(await screen.findByText("Work was left on this device")).toBeVisible();
  cleanup();
  await openPage(unnamed("account of the next year"));
  await waitFor(() => expect(waiting.snapshot().left).toBe(1));
  expect(screen.queryByText("Work was left on this device")).toBeNull();
});
