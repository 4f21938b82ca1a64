import { useEffect, useReducer, useState } from "react";
import { flushSync } from "react-dom";

/** A part of a list, from one index up to before another. */
export interface Span {
  from: number;
  to: number;
}

/**
 * The part of a list that is drawn. What is seen is drawn at once; the rest of what is wanted follows a few items a frame, so
 * that no frame of scrolling has the work of whole rows.
 */
export function useDrawnSpan(wanted: Span, seen: Span): Span {
  const [, drawMore] = useReducer((count: number) => count + 1, 0);
  const [last] = useState(() => new LastSpan(seen));
  const { from, to } = grown(atLeast(seen, within(last.get(), wanted)), wanted);
  const isAll = from === wanted.from && to === wanted.to;
  useEffect(() => {
    last.set({ from, to });
    if (isAll) return;
    // A frame that has drawn some leaves the next ones to the next frame.
    const drawnAt = performance.now();
    let frame = requestAnimationFrame(function draw(frameAt) {
      if (frameAt < drawnAt) frame = requestAnimationFrame(draw);
      else flushSync(drawMore);
    });
    return () => cancelAnimationFrame(frame);
  });
  return { from, to };
}

/** The span that was drawn last. Each drawing, whatever its reason is, goes on from there. */
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

/** The span made longer to reach what is seen; nothing of it where there is a gap between both. */
function atLeast(seen: Span, span: Span): Span {
  if (span.from > seen.to || span.to < seen.from) return seen;
  return { from: Math.min(seen.from, span.from), to: Math.max(seen.to, span.to) };
}

/** A quarter of what is missing is added: what enters while a hand scrolls is spread over all frames. */
function grown({ from, to }: Span, wanted: Span): Span {
  const below = Math.ceil(Math.max(0, wanted.to - to) / 4);
  const above = Math.ceil(Math.max(0, from - wanted.from) / 4);
  return { from: from - above, to: to + below };
}
