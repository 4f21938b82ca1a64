import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PhotoImage, type Rotation } from "../../../src/components/photo-image.tsx";
import { fittedSizeOf } from "../../../src/lib/photos/zoom.ts";

afterEach(cleanup);

const turned: [Rotation, string][] = [
  [0, ""],
  [90, "rotate-90"],
  [180, "rotate-180"],
  [270, "-rotate-90"],
];

test.each(turned)(
  "a photo is turned by %i degrees, and its file is the original [CAM-04]",
  (rotation, turn) => {
    render(<PhotoImage fit="cover" src="/api/photos/a.jpg" alt="Hall" rotation={rotation} />);

    const image = screen.getByRole("img", { name: "Hall" });
    expect(image.getAttribute("src")).toBe("/api/photos/a.jpg");
    const classes = [...image.classList].filter((name) => name.includes("rotate"));
    expect(classes).toEqual(turn === "" ? [] : [turn]);
  },
);

test("a photo that lies on its side is as wide as its file is high [CAM-04]", () => {
  const [clientWidth, clientHeight] = [300, 400];
  const image = { clientWidth, clientHeight, naturalWidth: 1200, naturalHeight: 800 };

  expect(fittedSizeOf(image as HTMLImageElement)).toEqual({ width: 300, height: 200 });
  expect(fittedSizeOf(image as HTMLImageElement, 270)).toEqual({ width: 200, height: 300 });
});
