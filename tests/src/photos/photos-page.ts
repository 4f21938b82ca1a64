import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { stagedPhotos } from "../../../src/features/photos/sending/staged-photos.ts";
import { uploadQueue } from "../../../src/features/photos/sending/uploads.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { restoreNetwork } from "../support/network.ts";
import { photoOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";
import { followUploads, stubUploads, wakeOutbox } from "./fake-upload.ts";

/**
 * Gives each test of a file a backend with one unit, and fake uploads. Chosen and sent photos are removed after each
 * test.
 */
export function setUpPhotos() {
  let backend: FakeConvex;
  beforeEach(() => {
    backend = new FakeConvex();
    backend.answer(api.units.list, { projectId: "project" }, [unitOf({})]);
    stubUploads();
  });
  afterEach(() => {
    cleanup();
    restoreNetwork();
    uploadQueue.cancel(...uploadQueue.snapshot().map(({ key }) => key));
    for (const { place } of stagedPhotos.ofUnit("unit")) stagedPhotos.clear(place);
  });
  return {
    backend: () => backend,
    /** Renders the photos tab of the unit. */
    show: async (...photos: Parameters<typeof photoOf>[0][]) => {
      backend.answer(api.photos.list, { unitId: "unit" }, photos.map(photoOf));
      followUploads(backend, photos.map(photoOf));
      return await renderPage(backend, { at: photosAddress });
    },
  };
}

export const photosAddress = "/projects/project/units?unit=unit&tab=photos";

export const section = (name: string) => within(screen.getByRole("region", { name }));

/** Makes a JPEG file with this name and size in bytes. */
export const jpeg = (name: string, size = 10) =>
  new File([name, new Uint8Array(size - name.length)], name, { type: "image/jpeg" });

/** Chooses files in the section of this title. */
export function choose(title: string, ...files: File[]) {
  const input = section(title).getByLabelText<HTMLInputElement>(`Files for ${title}`);
  fireEvent.change(input, { target: { files } });
}

/** An unexpected failure is retried twice, each time after a pause. */
export async function failsAtLast(title: string) {
  await waitFor(() => {
    wakeOutbox();
    expect(screen.getByText(title)).toBeVisible();
  });
}
