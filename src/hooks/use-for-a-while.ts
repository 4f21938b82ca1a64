import { useEffect, useState } from "react";

/** True for `ms` milliseconds after each call of the returned function. */
export function useForAWhile(ms: number): [isOn: boolean, begin: () => void] {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setOn(false), ms);
    return () => clearTimeout(timer);
  }, [isOn, ms]);
  return [isOn, () => setOn(true)];
}
