import { encode } from "fast-png";

export type Colour = readonly [red: number, green: number, blue: number];
export type Point = readonly [x: number, y: number];

/** A picture under the brush; places are given as shares (0 to 1) of width and height, so one drawing fits any size. */
export class Canvas {
  readonly #width: number;
  readonly #height: number;
  readonly #pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#pixels = new Uint8Array(width * height * 3);
  }

  /** Fills a rectangle; with a second colour, shading from top to bottom. */
  rect([left, top]: Point, [right, bottom]: Point, colour: Colour, below: Colour = colour): void {
    const [first, last] = [Math.round(top * this.#height), Math.round(bottom * this.#height)];
    for (let y = Math.max(first, 0); y < Math.min(last, this.#height); y++) {
      this.#row(y, left, right, mixed(colour, below, (y - first) / Math.max(last - first, 1)));
    }
  }

  /** Fills the shape between these corners; with a second colour, shading from top to bottom. */
  polygon(corners: readonly Point[], colour: Colour, below: Colour = colour): void {
    const top = Math.min(...corners.map(([, y]) => y));
    const bottom = Math.max(...corners.map(([, y]) => y));
    const last = Math.min(Math.round(bottom * this.#height), this.#height);
    for (let y = Math.max(Math.round(top * this.#height), 0); y < last; y++) {
      const level = (y + 0.5) / this.#height;
      const shade = mixed(colour, below, (level - top) / (bottom - top));
      const crossings = crossingsAt(corners, level);
      for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
        this.#row(y, crossings[pair] ?? 0, crossings[pair + 1] ?? 0, shade);
      }
    }
  }

  /** Fills an ellipse around a centre. */
  ellipse([x, y]: Point, [radiusX, radiusY]: Point, colour: Colour): void {
    const corners = Array.from({ length: 40 }, (_, index): Point => {
      const angle = (index / 40) * 2 * Math.PI;
      return [x + radiusX * Math.cos(angle), y + radiusY * Math.sin(angle)];
    });
    this.polygon(corners, colour);
  }

  /** The picture as the bytes of a PNG file. */
  toPng(): Uint8Array<ArrayBuffer> {
    const data = encode(
      { width: this.#width, height: this.#height, data: this.#pixels, channels: 3 },
      { zlib: { level: 4 } },
    );
    return new Uint8Array(data);
  }

  #row(y: number, left: number, right: number, [red, green, blue]: Colour): void {
    const from = Math.max(Math.round(left * this.#width), 0);
    const to = Math.min(Math.round(right * this.#width), this.#width);
    for (let at = (y * this.#width + from) * 3; at < (y * this.#width + to) * 3; at += 3) {
      this.#pixels[at] = red;
      this.#pixels[at + 1] = green;
      this.#pixels[at + 2] = blue;
    }
  }
}

function crossingsAt(corners: readonly Point[], level: number): number[] {
  const found: number[] = [];
  for (const [index, [x, y]] of corners.entries()) {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y];
    if (y <= level === nextY <= level) continue;
    found.push(x + ((level - y) / (nextY - y)) * (nextX - x));
  }
  return found.sort((a, b) => a - b);
}

function mixed(from: Colour, to: Colour, share: number): Colour {
  return [
    Math.round(from[0] + (to[0] - from[0]) * share),
    Math.round(from[1] + (to[1] - from[1]) * share),
    Math.round(from[2] + (to[2] - from[2]) * share),
  ];
}
