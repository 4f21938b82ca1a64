import { useStore } from "../../hooks/use-store.ts";
import { isTextUnkept } from "../../lib/typed/text-unkept.ts";

/** Says in the place of a typed text that the device does not take it now. */
export default function TextNotKept() {
  const isUnkept = useStore(isTextUnkept, (unkept) => unkept);
  return (
    <p role="status" className="text-sm text-ink-muted empty:hidden">
      {isUnkept &&
        "This device is too full to keep this text, so stay on this page until it is saved. It is tried again by itself."}
    </p>
  );
}
