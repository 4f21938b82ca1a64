import type { Canvas, Colour } from "./canvas.ts";

const dark: Colour = [62, 60, 58];

/** Draws signs of a vacated room: stains, a crack, things left behind. */
export function drawDamage(canvas: Canvas) {
  canvas.ellipse([0.33, 0.08], [0.06, 0.03], [186, 168, 132]);
  canvas.ellipse([0.34, 0.08], [0.035, 0.018], [168, 146, 106]);
  canvas.ellipse([0.57, 0.61], [0.018, 0.025], dark);
  canvas.polygon(
    [
      [0.152, 0.13],
      [0.156, 0.13],
      [0.146, 0.26],
      [0.162, 0.4],
      [0.139, 0.27],
    ],
    dark,
  );
  canvas.ellipse([0.4, 0.86], [0.09, 0.03], [92, 72, 56]);
  canvas.polygon(
    [
      [0.7, 0.78],
      [0.84, 0.76],
      [0.86, 0.9],
      [0.7, 0.92],
    ],
    [168, 130, 88],
  );
  canvas.polygon(
    [
      [0.7, 0.78],
      [0.84, 0.76],
      [0.82, 0.74],
      [0.69, 0.755],
    ],
    [190, 152, 108],
  );
  canvas.ellipse([0.63, 0.88], [0.05, 0.05], [58, 62, 66]);
}

/** Draws the tools that stand in a room during the work. */
export function drawTools(canvas: Canvas) {
  const ladder: Colour = [214, 150, 52];
  canvas.polygon(
    [
      [0.2, 0.95],
      [0.64, 0.9],
      [0.7, 1],
      [0.16, 1],
    ],
    [226, 226, 220],
  );
  canvas.polygon(
    [
      [0.3, 0.3],
      [0.315, 0.3],
      [0.265, 0.95],
      [0.25, 0.95],
    ],
    ladder,
  );
  canvas.polygon(
    [
      [0.36, 0.3],
      [0.375, 0.3],
      [0.445, 0.95],
      [0.43, 0.95],
    ],
    ladder,
  );
  for (let rung = 0; rung < 6; rung++) {
    const y = 0.38 + rung * 0.095;
    canvas.rect([0.3 - rung * 0.007, y, 0.38 + rung * 0.009, y + 0.014], ladder);
  }
  canvas.rect([0.52, 0.84, 0.6, 0.95], [84, 128, 176], [64, 104, 148]);
  canvas.ellipse([0.56, 0.84], [0.04, 0.016], [240, 242, 240]);
}

/** Draws things that make a finished room look lived in. */
export function drawPlant(canvas: Canvas) {
  canvas.polygon(
    [
      [0.22, 0.78],
      [0.3, 0.78],
      [0.285, 0.9],
      [0.235, 0.9],
    ],
    [196, 112, 78],
  );
  for (const [x, y] of [
    [0.22, 0.7],
    [0.26, 0.64],
    [0.3, 0.7],
    [0.245, 0.74],
    [0.28, 0.74],
  ] as const) {
    canvas.ellipse([x, y], [0.03, 0.045], [86, 146, 88]);
  }
}
