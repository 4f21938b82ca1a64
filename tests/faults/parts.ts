/** The result of a part of the long run. */
export type PartResult = {
  /** The work of the part, in a few words. */
  what: string;
  bounds: Bounded[];
  /** Faults that no number says. */
  wrongs?: string[];
  figures: unknown;
};

/** A figure beside its bound: it must be below, or exactly this. */
export type Bounded = { name: string; is: number; unit?: string } & (
  | { below: number }
  | { exactly: number }
);

/** The figures of a part in one line, each beside its bound. */
export function lineOf({ what, bounds }: PartResult): string {
  return `${what}: ${bounds.map(textOf).join(", ") || "done"}`;
}

/** Everything that must not be; empty when all is well. */
export function wrongsOf({ what, bounds, wrongs = [] }: PartResult): string[] {
  const broken = bounds.filter((bounded) => !holds(bounded));
  return [...broken.map((bounded) => `${what}: ${textOf(bounded)}`), ...wrongs];
}

// A value that could not be measured is no number, and below nothing.
function holds(bounded: Bounded): boolean {
  return "below" in bounded ? bounded.is < bounded.below : bounded.is === bounded.exactly;
}

function textOf(bounded: Bounded): string {
  const unit = bounded.unit === undefined ? "" : ` ${bounded.unit}`;
  const bound = "below" in bounded ? `below ${bounded.below}` : `exactly ${bounded.exactly}`;
  return `${bounded.name} ${bounded.is}${unit} (${bound})`;
}

export const megabytes = (kilobytes: number) => Math.round(kilobytes / 1024);
