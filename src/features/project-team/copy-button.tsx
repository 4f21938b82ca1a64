import { Check, Copy } from "lucide-react";
import { Button } from "../../components/ui/button.tsx";
import { useForAWhile } from "../../hooks/use-for-a-while.ts";
import { showError } from "../../lib/errors.ts";

/** The time in ms for which the button says that it has copied. */
const SAID_MS = 2000;

/** Copies a text. It renders nothing where the browser offers no clipboard. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, sayCopied] = useForAWhile(SAID_MS);

  // Only pages from a secure address have a clipboard, although the TypeScript types say otherwise.
  if (!("clipboard" in navigator)) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(sayCopied, (error: unknown) => showError(error));
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        title={label}
        aria-label={label}
        onClick={() => void copy()}
      >
        {copied ? <Check aria-hidden className="text-success-text" /> : <Copy aria-hidden />}
      </Button>
      <span role="status" className="sr-only">
        {copied && "Copied"}
      </span>
    </>
  );
}
