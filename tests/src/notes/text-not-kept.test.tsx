import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import KeptTexts from "../../../src/app/kept-texts.tsx";
import { NoteEditor } from "../../../src/features/notes/note-editor.tsx";
import { KeptTypingOffer } from "../../../src/components/ui/kept-typing-offer.tsx";
import { drafts } from "../../../src/lib/typed/drafts.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { textsOf } from "../lib/typed/kept-texts.ts";
import { removeIndexedDb, stubIndexedDb } from "../outbox/indexed-db.ts";
import { renderAt } from "../support/render-at.tsx";

beforeEach(() => {
  stubIndexedDb();
  drafts.forgetAll();
});
afterEach(() => {
  cleanup();
  removeIndexedDb();
});

test.each(["note", "form", "form with nothing typed"])(
  "a text that a full device does not take is told in the place of its %s, until the device has it [GEN-03] [FIELD-09]",
  async (place) => {
    const put = vi.spyOn(IDBObjectStore.prototype, "put");
    const { user } = await renderAt(
      new FakeConvex(),
      <>
        <KeptTexts />
        <NoteEditor draftKey="unit" label="New note" saveLabel="Add" onSave={() => undefined} />
        {place !== "note" && <KeptTypingOffer offer={null} isTyped={place === "form"} />}
      </>,
    );
    const field = screen.getByLabelText("New note");
    await user.type(field, "Mind");
    await waitFor(async () => expect(await textsOf("user")).toEqual({ unit: "Mind" }));
    expect(screen.queryByText(/too full to keep/)).toBeNull();

    put.mockImplementation(() => {
      throw new DOMException("The device is full", "QuotaExceededError");
    });
    await user.type(field, " the step");
    const lines = await screen.findAllByText(/too full to keep this text/);
    expect(lines).toHaveLength(place === "form" ? 2 : 1);
    put.mockRestore();
    await user.type(field, ".");
    await waitFor(() => expect(screen.queryByText(/too full to keep/)).toBeNull());
    expect(await textsOf("user")).toEqual({ unit: "Mind the step." });
  },
);
