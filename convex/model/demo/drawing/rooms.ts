import type { PhotoType } from "../../../rules/labels.ts";
import { Canvas, type Colour } from "./canvas.ts";
import { drawDamage, drawPlant, drawTools } from "./props.ts";

export const demoRooms = ["Kitchen", "Bathroom", "Living room", "Bedroom"] as const;
export type DemoRoom = (typeof demoRooms)[number];

type Palette = {
  wall: Colour;
  side: Colour;
  ceiling: Colour;
  floor: Colour;
  floorFar: Colour;
  wood: Colour;
  white: Colour;
};

const worn: Palette = {
  wall: [198, 186, 160],
  side: [176, 164, 139],
  ceiling: [214, 207, 190],
  floor: [126, 103, 82],
  floorFar: [104, 85, 68],
  wood: [121, 86, 57],
  white: [221, 214, 196],
};

const fresh: Palette = {
  wall: [232, 235, 232],
  side: [214, 219, 216],
  ceiling: [248, 248, 246],
  floor: [196, 162, 122],
  floorFar: [168, 135, 99],
  wood: [150, 108, 70],
  white: [250, 250, 248],
};

const dark: Colour = [62, 60, 58];
const steel: Colour = [176, 184, 190];

/** Draws a simple image of a room before, during or after the work; returns the bytes of a PNG file. */
export function drawRoom(
  room: DemoRoom,
  type: PhotoType,
  [width, height]: readonly [number, number],
): Uint8Array<ArrayBuffer> {
  const canvas = new Canvas(width, height);
  const palette = type === "before" ? worn : fresh;
  drawShell(canvas, palette);
  if (type === "progress") drawHalfPainted(canvas);
  drawFloorLines(canvas, palette);
  drawWindow(canvas, palette, room === "Living room" ? 0.42 : 0.24);
  furnish[room](canvas, palette);
  if (type === "before") drawDamage(canvas);
  if (type === "progress") drawTools(canvas);
  if (type === "completion") drawPlant(canvas);
  return canvas.toPng();
}

const furnish: Record<DemoRoom, (canvas: Canvas, palette: Palette) => void> = {
  Kitchen: drawKitchen,
  Bathroom: drawBathroom,
  "Living room": drawLivingRoom,
  Bedroom: drawBedroom,
};

function drawShell(canvas: Canvas, { ceiling, side, wall, floor, floorFar, white }: Palette) {
  canvas.polygon(
    [
      [0, 0],
      [1, 0],
      [0.82, 0.14],
      [0.18, 0.14],
    ],
    ceiling,
  );
  canvas.polygon(
    [
      [0, 0],
      [0.18, 0.14],
      [0.18, 0.7],
      [0, 1],
    ],
    side,
  );
  canvas.polygon(
    [
      [1, 0],
      [1, 1],
      [0.82, 0.7],
      [0.82, 0.14],
    ],
    side,
  );
  canvas.rect([0.18, 0.14, 0.82, 0.7], wall);
  canvas.polygon(
    [
      [0.18, 0.7],
      [0.82, 0.7],
      [1, 1],
      [0, 1],
    ],
    floorFar,
    floor,
  );
  canvas.rect([0.18, 0.685, 0.82, 0.7], white);
}

function drawFloorLines(canvas: Canvas, { floorFar }: Palette) {
  for (let line = 1; line < 10; line++) {
    const far = 0.18 + line * 0.064;
    const near = line * 0.1;
    canvas.polygon(
      [
        [far, 0.7],
        [far + 0.001, 0.7],
        [near + 0.003, 1],
        [near, 1],
      ],
      floorFar,
    );
  }
}

function drawWindow(canvas: Canvas, { white }: Palette, width: number) {
  const [left, right] = [0.5 - width / 2, 0.5 + width / 2];
  canvas.rect([left - 0.015, 0.22, right + 0.015, 0.52], white);
  canvas.rect([left, 0.24, right, 0.5], [142, 192, 232], [222, 238, 247]);
  canvas.rect([left, 0.45, right, 0.5], [132, 168, 116], [108, 148, 96]);
  canvas.rect([0.496, 0.24, 0.504, 0.5], white);
  canvas.rect([left, 0.365, right, 0.375], white);
}

function drawKitchen(canvas: Canvas, { wood, white }: Palette) {
  canvas.rect([0.2, 0.18, 0.36, 0.36], wood);
  canvas.rect([0.64, 0.18, 0.8, 0.36], wood);
  canvas.rect([0.2, 0.56, 0.66, 0.7], wood);
  canvas.rect([0.19, 0.545, 0.67, 0.565], dark);
  canvas.rect([0.68, 0.4, 0.8, 0.7], steel, [150, 158, 164]);
  canvas.rect([0.695, 0.44, 0.703, 0.6], white);
  for (const x of [0.28, 0.35, 0.43, 0.5, 0.58]) canvas.rect([x, 0.59, x + 0.004, 0.66], dark);
}

function drawBathroom(canvas: Canvas, { white, wood }: Palette) {
  canvas.polygon(
    [
      [0.05, 0.66],
      [0.4, 0.62],
      [0.42, 0.8],
      [0.06, 0.92],
    ],
    white,
    [206, 212, 214],
  );
  canvas.polygon(
    [
      [0.08, 0.67],
      [0.385, 0.635],
      [0.39, 0.66],
      [0.09, 0.7],
    ],
    [188, 198, 202],
  );
  canvas.rect([0.62, 0.54, 0.79, 0.7], wood);
  canvas.rect([0.61, 0.52, 0.8, 0.55], white);
  canvas.rect([0.66, 0.24, 0.76, 0.46], steel, [214, 228, 236]);
  canvas.ellipse([0.52, 0.72], [0.05, 0.035], white);
  canvas.rect([0.485, 0.58, 0.555, 0.7], white);
}

function drawLivingRoom(canvas: Canvas, { wood, white }: Palette) {
  canvas.polygon(
    [
      [0.86, 0.24],
      [0.95, 0.2],
      [0.95, 0.94],
      [0.86, 0.78],
    ],
    white,
  );
  canvas.ellipse([0.875, 0.55], [0.006, 0.01], dark);
  canvas.rect([0.22, 0.5, 0.26, 0.7], wood);
  canvas.rect([0.2, 0.49, 0.28, 0.51], wood);
  canvas.rect([0.45, 0, 0.55, 0.03], white);
  canvas.ellipse([0.5, 0.05], [0.05, 0.03], [255, 244, 214]);
}

function drawBedroom(canvas: Canvas, { wood, white }: Palette) {
  canvas.rect([0.64, 0.22, 0.8, 0.7], white);
  canvas.rect([0.718, 0.22, 0.722, 0.7], dark);
  canvas.rect([0.7, 0.44, 0.708, 0.5], wood);
  canvas.rect([0.732, 0.44, 0.74, 0.5], wood);
  canvas.polygon(
    [
      [0.05, 0.28],
      [0.13, 0.3],
      [0.13, 0.78],
      [0.05, 0.92],
    ],
    white,
  );
  canvas.ellipse([0.115, 0.56], [0.006, 0.01], dark);
}

function drawHalfPainted(canvas: Canvas) {
  canvas.polygon(
    [
      [0.52, 0.14],
      [0.82, 0.14],
      [0.82, 0.685],
      [0.56, 0.685],
    ],
    worn.wall,
  );
  canvas.polygon(
    [
      [0.82, 0.14],
      [1, 0],
      [1, 1],
      [0.82, 0.7],
    ],
    worn.side,
  );
}
