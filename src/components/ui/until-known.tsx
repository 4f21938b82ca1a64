import { type ReactNode, useEffect, useState } from "react";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { NotOnDevice } from "./not-on-device.tsx";

/** The time in which an answer that this device keeps has come from its store. */
const RECALL_MS = 500;

/** Stands in the place of an answer that is not there: its shape while it may come, and without a network a sentence. */
export function UntilKnown({ children, className }: { children: ReactNode; className?: string }) {
  const isMissing = useMissing(undefined);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!isMissing) return undefined;
    const timer = setTimeout(() => setIsOver(true), RECALL_MS);
    return () => clearTimeout(timer);
  }, [isMissing]);
  return isMissing && isOver ? <NotOnDevice className={className} /> : children;
}
