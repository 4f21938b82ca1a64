import { CloudUpload } from "lucide-react";
import { usePending } from "../hooks/use-pending.ts";
import { cn } from "../lib/cn.ts";

/** A quiet sign that a record has changes which the server has not confirmed; it comes late, so that a good line shows none. */
export function PendingMark({ of: recordId, className }: { of: string; className?: string }) {
  return usePending(recordId) && <PendingSign className={className} />;
}

/** The sign itself. */
export function PendingSign({ className }: { className?: string | undefined }) {
  return (
    <span
      title="Not sent yet"
      className={cn(
        "inline-flex shrink-0 animate-appear text-ink-muted [animation-delay:400ms]",
        className,
      )}
    >
      <CloudUpload aria-hidden className="size-3.5" />
      <span className="sr-only">, not sent yet</span>
    </span>
  );
}
