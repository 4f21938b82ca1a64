import { useLate } from "../../hooks/use-late.ts";
import { useStore } from "../../hooks/use-store.ts";
import { textUnkept } from "../../lib/typed/text-unkept.ts";

/** The time in ms for which the line is empty: a screen reader reads only what is new in a place that it knows. */
const EMPTY_MS = 100;

const again = "so stay on this page until it is saved. It is tried again by itself.";

const words = {
  full: `This device is too full to keep this text, ${again}`,
  failed: `This device did not keep this text, ${again}`,
} as const;

/** Says in the place of a typed text that the device does not take it now. */
export default function TextNotKept() {
  const reason = useStore(textUnkept, (unkept) => unkept);
  const isKnown = useLate(EMPTY_MS);
  return (
    <p role="status" className="text-sm text-ink-muted empty:sr-only">
      {isKnown && reason && words[reason]}
    </p>
  );
}
