const checkEveryMs = 500;

/**
 * Calls `stop` once when this process gets a signal to end, or when its parent process is gone: npm sends the signal to
 * a shell that does not pass it on.
 */
export function onEnd(stop: (signal: NodeJS.Signals) => void): void {
  const parent = process.ppid;
  let isEnding = false;
  const end = (signal: NodeJS.Signals) => {
    if (isEnding) return;
    isEnding = true;
    clearInterval(timer);
    stop(signal);
  };
  const timer = setInterval(() => {
    if (process.ppid !== parent) end("SIGTERM");
  }, checkEveryMs);
  timer.unref();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => end(signal));
}
