import { expect, test, vi } from "vitest";
import { KeptAnswers, keptAnswers } from "../../../src/lib/answers/kept/kept-answers.ts";
import type { Editor } from "../../../src/lib/block-change.ts";
import { openDatabase } from "../../../src/lib/outbox/database.ts";
import type { Client } from "../../../src/lib/outbox/open.ts";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { signOut } from "../../../src/lib/sign-out.ts";
import { keepPreviewsOf } from "../../../src/lib/version/preview-cache.ts";
import { stubIndexedDb } from "../outbox/indexed-db.ts";
import { FakeCaches } from "../support/fake-caches.ts";

test("signing out leaves nothing of the person on the device: no work, no answers, no photos [FIELD-08]", async () => {
  stubIndexedDb();
  const caches = new FakeCaches();
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("navigator", { ...navigator, onLine: false, locks: undefined });
  const leave = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  const client = {
    connectionState: () => ({ isWebSocketConnected: false }),
    subscribeToConnectionState: () => () => undefined,
  } as unknown as Client;
  const close = outbox.start(client, { id: "ana" } as Editor);
  await outbox.do("note.add", { unitId: "unit", content: "Mind the step" });
  keptAnswers.begin({ id: "ana" });
  keptAnswers.keep('tasks:list {"unitId":"101"}', [{ name: "Paint" }]);
  await keptAnswers.write();
  await keepPreviewsOf("ana");
  const device = await openDatabase();
  expect(await device.read()).toHaveLength(1);
  expect(await new KeptAnswers().viewer()).toEqual({ id: "ana" });
  expect(await caches.keys()).toEqual(["photo-previews-of-ana"]);

  await signOut();

  expect(await device.read()).toEqual([]);
  expect(await new KeptAnswers().viewer()).toBeNull();
  expect(await caches.keys()).toEqual([]);
  expect(leave).toHaveBeenCalledWith("/api/logout");
  close();
});
