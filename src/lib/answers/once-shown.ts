import { answers } from "./answers.ts";
import { drawings } from "./drawings.ts";

/**
 * The longest wait in ms of the parts that keep a person's work. From then on they keep it, even if an answer is missing.
 */
export const LATEST_KEEP_MS = 2000;

/** The longest wait in ms for a paint; a hidden page never paints. */
const LATEST_PAINT_MS = 500;

/**
 * Calls `then` once, when the screen has all its answers and has painted them. Late code then takes no bandwidth or
 * processor time from them. `latestMs` limits the wait: without a network, some answers never come. Returns a function
 * that cancels the call.
 */
export function onceShown(then: () => void, latestMs?: number): () => void {
  let stopPaint: (() => void) | undefined;
  const begin = () => {
    stop();
    then();
  };
  const look = () => {
    if (stopPaint !== undefined || !isWhole()) return;
    stopPaint = afterPaint(() => {
      stopPaint = undefined;
      // The shown content may have sent more reads.
      if (isWhole()) begin();
    });
  };
  const unfollow = [answers.follow(look), drawings.subscribe(look)];
  const timer = latestMs && setTimeout(begin, latestMs);
  const stop = () => {
    clearTimeout(timer);
    for (const end of unfollow) end();
    stopPaint?.();
  };
  look();
  return stop;
}

function isWhole(): boolean {
  return answers.isWhole() && drawings.snapshot() === 0;
}

function afterPaint(then: () => void): () => void {
  let frame = 0;
  const end = () => {
    stop();
    then();
  };
  const timer = setTimeout(end, LATEST_PAINT_MS);
  const stop = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
  // The second animation frame begins after the first one was painted.
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(end);
  });
  return stop;
}
