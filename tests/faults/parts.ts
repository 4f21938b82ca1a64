/** The result of a part of the long run. */
export type PartResult = {
  /** A short description of the part's work. */
  what: string;
  bounds: Bounded[];
  /** Faults that are not expressed by a figure. */
  wrongs?: string[];
  figures: unknown;
};

/** A figure with its bound: it must be below a value or equal to one. */
export type Bounded = { name: string; is: number; unit?: string } & (
  | { below: number }
  | { exactly: number }
);

/** Formats the figures of a part as one line, each with its bound. */
export function lineOf({ what, bounds }: PartResult): string {
  return `${what}: ${bounds.map(textOf).join(", ") || "done"}`;
}

/** Returns all faults of a part; empty if there are none. */
export function wrongsOf({ what, bounds, wrongs = [] }: PartResult): string[] {
  const broken = bounds.filter((bounded) => !holds(bounded));
  return [...broken.map((bounded) => `${what}: ${textOf(bounded)}`), ...wrongs];
}

// A figure that could not be measured is NaN, which is never below a bound.
function holds(bounded: Bounded): boolean {
  return "below" in bounded ? bounded.is < bounded.below : bounded.is === bounded.exactly;
}

function textOf(bounded: Bounded): string {
  const unit = bounded.unit === undefined ? "" : ` ${bounded.unit}`;
  const bound = "below" in bounded ? `below ${bounded.below}` : `exactly ${bounded.exactly}`;
  return `${bounded.name} ${bounded.is}${unit} (${bound})`;
}

export const megabytes = (kilobytes: number) => Math.round(kilobytes / 1024);
