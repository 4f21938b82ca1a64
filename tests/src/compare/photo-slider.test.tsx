import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { holdPhone } from "../support/hold-phone.ts";
import { projectPhotoOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

const projectId = "project";
const left = projectPhotoOf({ id: "b", type: "before" });
const right = projectPhotoOf({ id: "a", type: "completion", rotation: 90 });

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  for (const photo of [left, right])
    backend.answer(api.photos.get, { projectId, photoId: photo.id }, photo);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const share = () => screen.getByRole("slider").getAttribute("aria-valuenow");

/** Opens the comparison. Returns the frame of the slider, 400 px wide. */
async function openSlider(search = "&mode=slider"): Promise<HTMLElement> {
  await renderPage(backend, { at: `/projects/project/compare?left=b&right=a${search}` });
  const frame = (await screen.findByRole("slider")).parentElement;
  if (frame === null) throw new Error("The slider has a frame");
  vi.spyOn(frame, "getBoundingClientRect").mockReturnValue(new DOMRect(100, 0, 400, 300));
  frame.setPointerCapture = () => undefined;
  return frame;
}

test.each(["touch", "mouse"])(
  "the line follows the %s that presses it, and no other, until its end [COMPARE-01]",
  async (pointerType) => {
    const frame = await openSlider();
    const own = { pointerId: 1, pointerType, button: 0 };
    for (const end of [fireEvent.pointerUp, fireEvent.pointerCancel]) {
      fireEvent.pointerMove(frame, { ...own, clientX: 140 });
      expect(share()).not.toBe("10");
      fireEvent.pointerDown(frame, { ...own, clientX: 200 });
      expect(share()).toBe("25");
      fireEvent.pointerMove(frame, { ...own, clientX: 420 });
      expect(share()).toBe("80");
      fireEvent.pointerMove(frame, { ...own, pointerId: 2, clientX: 140 });
      expect(share()).toBe("80");
      end(frame, own);
    }
    // A finger that moves up or down scrolls the page.
    expect([...frame.classList]).toContain("touch-pan-y");
  },
);

test("a turned photo gives the frame of the slider the shape in which it is shown [CAM-04] [COMPARE-01]", async () => {
  const frame = await openSlider();
  for (const image of screen.getAllByRole("img").filter(({ tagName }) => tagName === "IMG")) {
    Object.defineProperties(image, { naturalWidth: { value: 900 }, naturalHeight: { value: 300 } });
    fireEvent.load(image);
  }
  expect(Number(frame.style.aspectRatio.split(" / ")[0])).toBeCloseTo(1 / 3);
});

test("on a phone a comparison begins with the slider, where side by side would be small [COMPARE-01]", async () => {
  holdPhone();
  expect(await openSlider("")).toBeVisible();
});
