import { Link } from "@tanstack/react-router";
import {
  CircleAlert,
  CloudUpload,
  Copy,
  Download,
  History,
  Pencil,
  RotateCw,
  Trash2,
} from "lucide-react";
import { Button } from "../../components/ui/button.tsx";
import { useStore } from "../../hooks/use-store.ts";
import { cn } from "../../lib/cn.ts";
import { formatDateTime, formatPercent } from "../../lib/format.ts";
import type { Operation } from "../../lib/outbox/operation.ts";
import { photoProgress } from "../../lib/photos/photo-progress.ts";
import { isPhoto, savePhoto } from "./waiting-photo.ts";
import type { WaitingWords } from "./waiting-words.ts";

const icons = {
  refused: CircleAlert,
  waiting: CloudUpload,
  sending: CloudUpload,
  unknown: History,
} as const;

interface WaitingItemProps {
  operation: Operation;
  words: WaitingWords;
  onCopy: () => void;
  onDiscard: () => void;
  /** Sends a refused change again. */
  onRetry?: (() => void) | undefined;
  /** Returns a change to the form in which it was typed. */
  onChange?: (() => void) | undefined;
  onOpen: () => void;
}

/** An operation that waits for the server: its text, time and state, and the actions on it. */
export function WaitingItem(props: WaitingItemProps) {
  const { operation, words, onCopy, onDiscard, onRetry, onChange, onOpen } = props;
  const { text, madeAt, address } = operation;
  const Icon = icons[words.state];
  const time = new Date(madeAt).toISOString();
  const share = useStore(photoProgress, (shares) => shares.get(operation.id));
  const isMoving = words.state === "sending" && share !== undefined;
  return (
    <li aria-label={text} className="grid gap-1 border-b border-line py-2.5 last:border-b-0">
      <div className="flex items-start gap-2.5">
        <Icon
          aria-hidden
          className={cn(
            "mt-0.5 size-4 shrink-0",
            words.state === "refused" ? "text-danger-text" : "text-ink-muted",
          )}
        />
        <div className="min-w-0 flex-1">
          {address === null ? (
            <p className="text-base break-words">{text}</p>
          ) : (
            <Link
              to={address}
              onClick={onOpen}
              className="block text-base break-words hover:underline touch:py-1"
            >
              {text}
            </Link>
          )}
          <p
            className={cn(
              "text-sm",
              words.state === "refused" ? "text-danger-text" : "text-ink-muted",
            )}
          >
            {words.text}
            {isMoving && `, ${formatPercent(share * 100)}`}
            <span className="text-ink-muted">
              {" · "}
              <time dateTime={time}>{formatDateTime(time)}</time>
            </span>
          </p>
        </div>
      </div>
      <div className="-mr-2 flex flex-wrap justify-end gap-1">
        {onRetry && (
          <Button variant="ghost" size="sm" onClick={onRetry}>
            <RotateCw aria-hidden /> Try again
          </Button>
        )}
        {onChange && (
          <Button variant="ghost" size="sm" onClick={onChange}>
            <Pencil aria-hidden /> Change
          </Button>
        )}
        {isPhoto(operation) && (
          <Button variant="ghost" size="sm" onClick={() => void savePhoto(operation)}>
            <Download aria-hidden /> Save file
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={onCopy}>
          <Copy aria-hidden /> Copy
        </Button>
        <Button variant="ghost" size="sm" className="text-danger-text" onClick={onDiscard}>
          <Trash2 aria-hidden /> Discard
        </Button>
      </div>
    </li>
  );
}
