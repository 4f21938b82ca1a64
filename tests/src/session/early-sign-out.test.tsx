import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { UserBlock } from "../../../src/features/shell/menu/user-block.tsx";
import { useLiveQuery } from "../../../src/hooks/reads/use-live-query.ts";
import { openDatabase } from "../../../src/lib/outbox/database.ts";
import * as opening from "../../../src/lib/outbox/open.ts";
import type { NewOperation } from "../../../src/lib/outbox/operation.ts";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { DraftDatabase } from "../../../src/lib/photos/draft-database.ts";
import { chosenCount } from "../../../src/lib/photos/chosen-count.ts";
import { drafts, formKey } from "../../../src/lib/typed/drafts.ts";
import { TypedDatabase } from "../../../src/lib/typed/typed-database.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { removeIndexedDb, stubIndexedDb } from "../outbox/indexed-db.ts";
import { renderAt } from "../support/render-at.tsx";
import { ofServer } from "../support/of-server.ts";

let backend: FakeConvex;
let leave: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  for (const key of drafts.snapshot().keys()) drafts.clear(key);
  stubIndexedDb();
  chosenCount.set(0);
  backend = new FakeConvex();
  leave = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", () => Promise.resolve(ofServer(new Response(""))));
  vi.stubGlobal("navigator", { ...navigator, onLine: true, locks: undefined });
});
afterEach(() => {
  cleanup();
  removeIndexedDb();
});

/** A page whose answers have not arrived, so that the code that loads after them is missing. */
function EarlyPage() {
  useLiveQuery(api.units.names, { projectId: "oak" });
  return <UserBlock />;
}

/** A note that an earlier page of this person has left in the device's outbox. */
const left: NewOperation = {
  ...{ id: "a", kind: "note.add", version: 1, args: { unitId: "unit", content: "Mind the step" } },
  ...{ record: "pending:a", text: "Note", by: "user", madeAt: 1, madeOffline: true, address: null },
  ...{ dependsOn: [], state: "waiting", tries: 0, refusal: null },
};
const leaveNote = async () =>
  await (await openDatabase()).change(() => ({ put: [left], drop: [] }));

/** Ends waits of five seconds at once. A stopped clock would stop the loading of code and the store of the device too. */
function endLongWaits() {
  const wait = setTimeout;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((
    run: () => void,
    ms = 0,
    ...given: unknown[]
  ) => wait(run, ms === 5000 ? 0 : ms, ...given)) as typeof setTimeout);
}
const logOut = () => screen.getByRole("button", { name: "Log out" });

test("signing out before the outbox has come asks as well, and loses nothing [FIELD-08]", async () => {
  await leaveNote();
  const { user } = await renderAt(backend, <EarlyPage />);
  expect(outbox.snapshot().operations).toEqual([]);
  await user.click(logOut());
  expect(await screen.findByRole("dialog", { name: "1 change is not sent yet" })).toBeVisible();
  expect(leave).not.toHaveBeenCalled();
  expect(await (await openDatabase()).read()).toHaveLength(1);
});

test("signing out before the chosen photos of an earlier page are shown asks as well [FIELD-08]", async () => {
  const place = {
    by: "user",
    unitId: "unit",
    type: "before",
    address: "/",
    caption: "",
    day: null,
  };
  const files = [{ key: "a", name: "a.png" }];
  await new DraftDatabase().write({ ...place, files }, new Map([["a", new Blob(["a"])]]));
  const { user } = await renderAt(backend, <EarlyPage />);
  await user.click(logOut());
  expect(
    await screen.findByRole("dialog", { name: "1 chosen photo is not uploaded yet" }),
  ).toBeVisible();
  expect(leave).not.toHaveBeenCalled();
});

test("who has nothing waiting is signed out at once, also before the outbox has come [AUTH-13]", async () => {
  const { user } = await renderAt(backend, <EarlyPage />);
  await user.click(logOut());
  await waitFor(() => expect(leave).toHaveBeenCalledWith("/api/logout"));
});

test("where the outbox cannot come nobody knows what waits, so nobody is signed out, and that is said [FIELD-08]", async () => {
  await leaveNote();
  vi.spyOn(opening, "openOutbox").mockRejectedValue(new Error("no network"));
  const { user } = await renderAt(backend, <EarlyPage />);
  await user.click(logOut());
  expect(await screen.findByText("You are still signed in")).toBeVisible();
  expect(leave).not.toHaveBeenCalled();
  expect(await (await openDatabase()).read()).toHaveLength(1);
});

test("signing out with something half typed asks first, and shows what would be lost [FIELD-08] [GEN-03]", async () => {
  const kept = { by: "user", key: "unit", text: "Of yesterday", at: 1 };
  const unchanged = { by: "user", key: "unit/note", text: "As it was", base: "As it was", at: 1 };
  const ofAna = { by: "ana", key: "unit", text: "Of somebody else", at: 1 };
  await new TypedDatabase().write("user", { put: [kept, unchanged], drop: [] });
  await new TypedDatabase().write("ana", { put: [ofAna], drop: [] });
  drafts.set(formKey("new project", { opening: "1" }), JSON.stringify({ typed: { name: "Elm" } }));
  const choice = { templateIds: ["kd70t1hwcfwjm9jev92pq1a0858jygn3"] };
  drafts.set(formKey("assign unit", { opening: "2" }), JSON.stringify(choice));
  drafts.set("other", '{"quoted": "as it is"}');
  const { user } = await renderAt(backend, <EarlyPage />);
  await user.click(logOut());
  const name = "4 things you entered are not saved yet";
  const shown = within(await screen.findByRole("dialog", { name })).getAllByRole("listitem");
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    '{"quoted": "as it is"}',
    "Choices in a form",
    "Elm",
  ]);
  expect(screen.queryByRole("button", { name: "Send, then sign out" })).toBeNull();
  expect(leave).not.toHaveBeenCalled();

  await user.click(screen.getByRole("button", { name: "Sign out and lose them" }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith("/api/logout"));
});

test("without a network nothing is removed from the device and nobody leaves for the error page of the browser [FIELD-08]", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  const { user } = await renderAt(backend, <EarlyPage />);
  await user.click(logOut());
  expect(await screen.findByText("You are still signed in")).toBeVisible();
  expect(leave).not.toHaveBeenCalled();
});

test("a device that does not answer holds nobody in the session: it is said, and one can go [FIELD-08] [AUTH-13]", async () => {
  endLongWaits();
  vi.spyOn(opening, "openOutbox").mockReturnValue(new Promise(() => undefined));
  vi.spyOn(DraftDatabase.prototype, "forget").mockReturnValue(new Promise(() => undefined));
  const { user } = await renderAt(backend, <EarlyPage />);
  await user.click(logOut());
  await screen.findByRole("dialog", { name: "This device does not say what waits" });
  expect(leave).not.toHaveBeenCalled();

  await user.click(screen.getByRole("button", { name: "Sign out and lose them" }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith("/api/logout"));
});
