import { useStore } from "../../hooks/use-store.ts";
import { textUnkept } from "../../lib/typed/text-unkept.ts";

const again = "so stay on this page until it is saved. It is tried again by itself.";

const words = {
  full: `This device is too full to keep this text, ${again}`,
  failed: `This device did not keep this text, ${again}`,
} as const;

/** Says in the place of a typed text that the device does not take it now. */
export default function TextNotKept() {
  const reason = useStore(textUnkept, (unkept) => unkept);
  return (
    <p role="status" className="text-sm text-ink-muted empty:hidden">
      {reason && words[reason]}
    </p>
  );
}
