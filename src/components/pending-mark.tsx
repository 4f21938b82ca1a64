import { CloudUpload } from "lucide-react";
import { memo } from "react";
import { usePending } from "../hooks/edits/use-pending.ts";
import { useLate } from "../hooks/use-late.ts";
import { cn } from "../lib/cn.ts";

/** The time in ms within which a good connection confirms a change. */
const GOOD_LINE_MS = 400;

interface PendingSignProps {
  className?: string | undefined;
  /** True for a mark in the corner of a picture. */
  onPhoto?: boolean;
}

/** A quiet sign that a record has changes which the server has not confirmed. */
export const PendingMark = memo(function PendingMark(props: PendingSignProps & { of: string }) {
  const { of: recordId, ...sign } = props;
  return usePending(recordId) && <PendingSign {...sign} />;
});

/**
 * The sign itself. It appears late: on a good connection it would only flicker, and its two icons would delay the next
 * tick.
 */
export function PendingSign({ className, onPhoto = false }: PendingSignProps) {
  if (!useLate(GOOD_LINE_MS)) return null;
  return (
    <span
      title="Not sent yet"
      className={cn(
        "inline-flex shrink-0 animate-appear text-ink-muted",
        onPhoto && "absolute right-1 bottom-1 rounded-full bg-raised p-1 shadow-raised",
        className,
      )}
    >
      <CloudUpload aria-hidden className="size-3.5" />
      <span className="sr-only">, not sent yet</span>
    </span>
  );
}
