import { expect, test } from "vitest";
import {
  fitInto,
  keepOnPhoto,
  rescale,
  restScale,
  WHOLE_PHOTO,
} from "../../../../src/lib/photos/zoom.ts";

function scalesFrom(start: number, step: number): number[] {
  const scales = [start];
  for (let count = 0; count < 8; count++) scales.push(restScale((scales.at(-1) ?? 1) + step));
  return scales;
}

test("scales go from 0.5 to 3 in steps of 0.5 and no further [PHOTO-11]", () => {
  expect([...new Set(scalesFrom(1, 0.5))]).toEqual([1, 1.5, 2, 2.5, 3]);
  expect([...new Set(scalesFrom(3, -0.5))]).toEqual([3, 2.5, 2, 1.5, 1, 0.5]);
});

test("a pinch comes to rest at a step [PHOTO-11]", () => {
  expect([1.1, 1.3, 0.2, 9].map(restScale)).toEqual([1, 1.5, 0.5, 3]);
});

test("a photo is not dragged out of sight, and a whole one stays in the middle [PHOTO-12]", () => {
  const fitted = { width: 400, height: 300 };
  expect(keepOnPhoto({ scale: 2, x: 100, y: -50 }, fitted)).toEqual({ scale: 2, x: 100, y: -50 });
  expect(keepOnPhoto({ scale: 2, x: 9999, y: -9999 }, fitted)).toEqual({
    scale: 2,
    x: 400,
    y: -300,
  });
  expect(keepOnPhoto({ scale: 1, x: 10, y: 10 }, fitted)).toEqual(WHOLE_PHOTO);
});

test("what is in the middle stays there at another scale, until the photo fits", () => {
  expect(rescale({ scale: 2, x: 100, y: 40 }, 3)).toEqual({ scale: 3, x: 150, y: 60 });
  expect(rescale({ scale: 2, x: 100, y: 40 }, 1)).toEqual(WHOLE_PHOTO);
});

test("a photo fits by its longer side", () => {
  const window = { width: 1000, height: 500 };
  expect(fitInto(window, { width: 4000, height: 1000 })).toEqual({ width: 1000, height: 250 });
  expect(fitInto(window, { width: 1000, height: 4000 })).toEqual({ width: 125, height: 500 });
});
