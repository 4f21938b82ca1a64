import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DeviceFullNote } from "../../../src/features/photos/device-full-note.tsx";

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, "storage");
});

test("a screen reader has the place of the note before its words, so that it reads them [GEN-07] [FIELD-09]", async () => {
  const estimate = () => Promise.resolve({ quota: 1, usage: 1 });
  Object.defineProperty(navigator, "storage", { value: { estimate }, configurable: true });
  render(<DeviceFullNote />);

  const place = screen.getByRole("status");
  expect(place.textContent).toBe("");
  await screen.findByText("This device is full.");
  expect(screen.getByRole("status")).toBe(place);
});
