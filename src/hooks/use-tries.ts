import { useEffect, useRef, useState } from "react";

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Retries an attempt by itself, after longer and longer waits and at once when the network returns; `tryNow` retries
 * now. It stops when the component unmounts.
 */
export function useTries(attempt: () => Promise<void>): { isTrying: boolean; tryNow: () => void } {
  const [isTrying, setIsTrying] = useState(false);
  const tryNow = useRef(() => {});
  useEffect(() => {
    let wait = FIRST_WAIT_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let isUnderWay = false;
    const run = async () => {
      if (isUnderWay) return;
      isUnderWay = true;
      clearTimeout(timer);
      setIsTrying(true);
      const hasFailed = await attempt().then(
        () => false,
        () => true,
      );
      isUnderWay = false;
      if (isOver) return;
      setIsTrying(false);
      if (!hasFailed) return;
      timer = setTimeout(() => void run(), wait);
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    };
    const start = () => void run();
    tryNow.current = start;
    timer = setTimeout(start, FIRST_WAIT_MS);
    window.addEventListener("online", start);
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener("online", start);
    };
  }, [attempt]);
  return { isTrying, tryNow: () => tryNow.current() };
}
