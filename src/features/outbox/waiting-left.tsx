import { History } from "lucide-react";
import { Button } from "../../components/ui/button.tsx";
import { useViewer } from "../../hooks/people/use-viewer.ts";
import { formatCount, formatDateTime } from "../../lib/format.ts";
import { callOwn, type LeftWork } from "../../lib/outbox/left-here.ts";

/** The work of an account without a name, which may be another person's: its size, and how to get it. */
export function LeftItem({ work }: { work: LeftWork }) {
  const { account, at } = work;
  const person = useViewer();
  const text = `${sizeOf(work)} that ${isOne(work) ? "is" : "are"} not shown`;
  return (
    <li aria-label={text} className="grid gap-1 border-b border-line py-2.5 last:border-b-0">
      <div className="flex items-start gap-2.5">
        <History aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
        <div className="min-w-0 flex-1">
          <p className="text-base break-words">{text}</p>
          <p className="text-sm text-ink-muted">
            Left before the data of this workspace was replaced, by an account with your address and
            without a name: it may be another person's, and stays on this device.
            {at !== null && ` · ${formatDateTime(new Date(at).toISOString())}`}
          </p>
        </div>
      </div>
      <div className="-mr-2 flex flex-wrap justify-end gap-1">
        <Button variant="ghost" size="sm" onClick={() => callOwn(account, person)}>
          It is mine
        </Button>
      </div>
    </li>
  );
}

function sizeOf({ changes, texts, photos }: LeftWork): string {
  const parts = [
    changes > 0 ? formatCount(changes, "change") : "",
    texts > 0 ? formatCount(texts, "typed text") : "",
    photos > 0 ? formatCount(photos, "chosen photo") : "",
  ].filter((part) => part !== "");
  const last = parts.pop() ?? "";
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
}

function isOne({ changes, texts, photos }: LeftWork): boolean {
  return changes + texts + photos === 1;
}
