import { encode } from "fast-png";

export type Colour = readonly [red: number, green: number, blue: number];
export type Point = readonly [x: number, y: number];
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** The number of shades between two colours; small enough that all colours of an image fit a palette of 256. */
const shades = 24;

/** An image to draw on. Coordinates are fractions (0 to 1) of width and height, so a drawing fits any size. */
export class Canvas {
  readonly #width: number;
  readonly #height: number;
  readonly #pixels: Uint8Array;
  readonly #palette: [number, number, number][] = [];
  readonly #positionByColour = new Map<string, number>();

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#pixels = new Uint8Array(width * height);
  }

  /** Fills a rectangle. With a second colour, the fill is a gradient from top to bottom. */
  rect([left, top, right, bottom]: Box, colour: Colour, below: Colour = colour): void {
    const [first, last] = [Math.round(top * this.#height), Math.round(bottom * this.#height)];
    for (let y = Math.max(first, 0); y < Math.min(last, this.#height); y++) {
      this.#row([y, left, right], mixed(colour, below, (y - first) / Math.max(last - first, 1)));
    }
  }

  /** Fills a polygon. With a second colour, the fill is a gradient from top to bottom. */
  polygon(corners: readonly Point[], colour: Colour, below: Colour = colour): void {
    const top = Math.min(...corners.map(([, y]) => y));
    const bottom = Math.max(...corners.map(([, y]) => y));
    const last = Math.min(Math.round(bottom * this.#height), this.#height);
    for (let y = Math.max(Math.round(top * this.#height), 0); y < last; y++) {
      const level = (y + 0.5) / this.#height;
      const shade = mixed(colour, below, (level - top) / (bottom - top));
      const crossings = crossingsAt(corners, level);
      for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
        this.#row([y, crossings[pair] ?? 0, crossings[pair + 1] ?? 0], shade);
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

  /** Encodes the image as a PNG file. */
  toPng(): Uint8Array<ArrayBuffer> {
    const picture = { width: this.#width, height: this.#height, data: this.#pixels };
    return new Uint8Array(encode({ ...picture, channels: 1, palette: this.#palette }));
  }

  #row([y, left, right]: readonly [number, number, number], colour: Colour): void {
    const from = Math.max(Math.round(left * this.#width), 0);
    const to = Math.min(Math.round(right * this.#width), this.#width);
    if (from >= to) return;
    this.#pixels.fill(this.#position(colour), y * this.#width + from, y * this.#width + to);
  }

  #position([red, green, blue]: Colour): number {
    const key = `${red} ${green} ${blue}`;
    const position = this.#positionByColour.get(key) ?? this.#palette.length;
    if (position === 256) throw new Error("A picture has at most 256 colours");
    if (position === this.#palette.length) this.#palette.push([red, green, blue]);
    this.#positionByColour.set(key, position);
    return position;
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
  const step = Math.round(share * shades) / shades;
  return [
    Math.round(from[0] + (to[0] - from[0]) * step),
    Math.round(from[1] + (to[1] - from[1]) * step),
    Math.round(from[2] + (to[2] - from[2]) * step),
  ];
}
