import { type ReactNode, useEffect, useState } from "react";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { NotOnDevice } from "./not-on-device.tsx";

/** The time in ms by which an answer that this device keeps has been read from its store. */
const RECALL_MS = 500;

/** A placeholder for a missing answer: its children while the answer may come, and without a network a message. */
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
