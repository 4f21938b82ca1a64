import { useEffect, useReducer, useState } from "react";
import { flushSync } from "react-dom";

/** A range of list indexes, from `from` up to but not including `to`. */
export interface Span {
  from: number;
  to: number;
}

/**
 * The rendered range of a list. The visible part renders at once; the rest of the wanted range follows with a few items
 * in each frame, so that no frame of scrolling renders whole rows.
 */
export function useDrawnSpan(wanted: Span, seen: Span): Span {
  const [, drawMore] = useReducer((count: number) => count + 1, 0);
  const [last] = useState(() => new LastSpan(seen));
  const { from, to } = grown(atLeast(seen, within(last.get(), wanted)), wanted);
  const isAll = from === wanted.from && to === wanted.to;
  useEffect(() => {
    last.set({ from, to });
    if (isAll) return;
    // A frame that has rendered some items leaves the next ones to the next frame.
    const drawnAt = performance.now();
    let frame = requestAnimationFrame(function draw(frameAt) {
      if (frameAt < drawnAt) frame = requestAnimationFrame(draw);
      else flushSync(drawMore);
    });
    return () => cancelAnimationFrame(frame);
  });
  return { from, to };
}

/** The range of the last render. Each render continues from there, whatever caused it. */
class LastSpan {
  #span: Span;

  constructor(span: Span) {
    this.#span = span;
  }

  get(): Span {
    return this.#span;
  }

  set(span: Span): void {
    this.#span = span;
  }
}

function within(span: Span, bounds: Span): Span {
  return { from: Math.max(span.from, bounds.from), to: Math.min(span.to, bounds.to) };
}

/** The span extended to include the visible part; when there is a gap between the two, the visible part only. */
function atLeast(seen: Span, span: Span): Span {
  if (span.from > seen.to || span.to < seen.from) return seen;
  return { from: Math.min(seen.from, span.from), to: Math.max(seen.to, span.to) };
}

/** The span extended by a quarter of the missing items, which spreads the work of scrolling over all frames. */
function grown({ from, to }: Span, wanted: Span): Span {
  const below = Math.ceil(Math.max(0, wanted.to - to) / 4);
  const above = Math.ceil(Math.max(0, from - wanted.from) / 4);
  return { from: from - above, to: to + below };
}
