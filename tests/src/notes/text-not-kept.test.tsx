import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import KeptTexts from "../../../src/app/kept-texts.tsx";
import { NoteEditor } from "../../../src/features/notes/note-editor.tsx";
import TextNotKept from "../../../src/components/ui/text-not-kept.tsx";
import { KeptTypingOffer } from "../../../src/components/ui/kept-typing-offer.tsx";
import { drafts } from "../../../src/lib/typed/drafts.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { textsOf } from "../lib/typed/kept-texts.ts";
import { fillDisk, removeIndexedDb, stubIndexedDb } from "../outbox/indexed-db.ts";
import { renderAt } from "../support/render-at.tsx";

beforeEach(() => {
  stubIndexedDb();
  drafts.forgetAll();
});
afterEach(() => {
  cleanup();
  removeIndexedDb();
});

const failing = (name: string) => {
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("internal words", name);
  });
  return () => put.mockRestore();
};

test.each(["note", "form", "form with nothing typed"])(
  "a text that a full device does not take is told in the place of its %s, until the device has it [GEN-03] [FIELD-09]",
  async (place) => {
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

    const freeDisk = fillDisk();
    await user.type(field, " the step");
    const lines = () => screen.queryAllByText(/too full to keep this text/);
    await waitFor(() => expect(lines()).toHaveLength(place === "form" ? 2 : 1));
    freeDisk();
    await user.type(field, ".");
    await waitFor(() => expect(screen.queryByText(/too full to keep/)).toBeNull());
    expect(await textsOf("user")).toEqual({ unit: "Mind the step." });
  },
);

async function typeNote() {
  const editor = (
    <NoteEditor draftKey="unit" label="New note" saveLabel="Add" onSave={() => undefined} />
  );
  const { user } = await renderAt(
    new FakeConvex(),
    <>
      <KeptTexts />
      {editor}
    </>,
  );
  const field = screen.getByLabelText("New note");
  await user.type(field, "Mind");
  await waitFor(async () => expect(await textsOf("user")).toEqual({ unit: "Mind" }));
  return { type: (text: string) => user.type(field, text) };
}

test.each(["AbortError", "UnknownError", "TransactionInactiveError"])(
  "a text that the device does not take for another reason than its room (%s) is not told as on a full device [FIELD-09]",
  async (name) => {
    const { type } = await typeNote();
    const end = failing(name);
    await type(" the step");
    expect(await screen.findByText(/^This device did not keep this text/)).toBeVisible();
    expect(screen.queryByText(/full/)).toBeNull();
    end();
    await type(".");
    await waitFor(() => expect(screen.queryByText(/did not keep/)).toBeNull());
  },
);

test("a screen reader has the place of the line before its words, also where the device is full already [GEN-07] [FIELD-09]", async () => {
  const { type } = await typeNote();
  const freeDisk = fillDisk();
  await type(" the step");
  await screen.findByText(/too full to keep this text/);
  const places = render(<TextNotKept />).container;

  expect(places.querySelector("[role=status]")?.textContent).toBe("");
  expect(places.querySelector("[role=status]")?.className).not.toContain("hidden");
  await within(places).findByText(/too full to keep this text/);
  freeDisk();
});
