import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { stagedPhotos } from "../../../src/features/photos/sending/staged-photos.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";
import { stubUploads } from "./fake-upload.ts";

afterEach(() => {
  cleanup();
  for (const { place } of stagedPhotos.ofUnit("unit")) stagedPhotos.clear(place);
});

test("a photo that is chosen while others are handed over stays chosen [PHOTO-03] [FIELD-03]", async () => {
  stubUploads();
  const backend = new FakeConvex();
  backend.answer(api.units.list, { projectId: "project" }, [unitOf({})]);
  backend.answer(api.photos.list, { unitId: "unit" }, []);
  let hashed: (hash: ArrayBuffer) => void = () => undefined;
  const digest = vi.spyOn(crypto.subtle, "digest");
  digest.mockReturnValueOnce(new Promise((done) => (hashed = done)));
  const { user } = await renderPage(backend, {
    at: "/projects/project/units?unit=unit&tab=photos",
  });
  const input = await screen.findByLabelText("Files for Before Photos");
  const choose = (name: string) => {
    const file = new File([name], name, { type: "image/jpeg" });
    fireEvent.change(input, { target: { files: [file] } });
  };
  choose("first.jpg");
  await user.click(await screen.findByRole("button", { name: "Upload 1 Photo" }));
  choose("second.jpg");
  await waitFor(() => expect(digest).toHaveBeenCalled());
  hashed(new ArrayBuffer(32));

  await waitFor(() => expect(screen.queryByTitle("first.jpg")).toBeNull());
  const chosen = within(screen.getByRole("list", { name: "Chosen files" }));
  expect(chosen.getByTitle("second.jpg")).toBeVisible();
});
