import { useEffect, useState } from "react";

/** False for `ms` milliseconds after the first render, then true. */
export function useLate(ms: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLate;
}
