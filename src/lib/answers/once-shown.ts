import { answers } from "./answers.ts";

/** A page that nobody sees paints nothing; it goes on without that. */
const LATEST_PAINT_MS = 500;

/**
 * Calls back once when the screen has all its answers and has painted them, so that what comes late takes nothing of a poor line
 * and of a slow device from them. What it returns gives up the call.
 */
export function onceShown(then: () => void): () => void {
  let stopPaint: (() => void) | undefined;
  const look = () => {
    if (stopPaint !== undefined || !answers.isWhole()) return;
    stopPaint = afterPaint(() => {
      stopPaint = undefined;
      // The content that is shown may have asked for more.
      if (!answers.isWhole()) return;
      stop();
      then();
    });
  };
  const unfollow = answers.follow(look);
  const stop = () => {
    unfollow();
    stopPaint?.();
  };
  look();
  return stop;
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
  // The second frame begins when the first is painted.
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(end);
  });
  return stop;
}
