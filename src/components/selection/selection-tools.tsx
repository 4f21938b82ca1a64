import { CalendarDays, CircleDot, Hourglass, Trash2, UserRoundPen, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { maxBulk } from "../../../convex/rules/inputs/bulk.ts";
import { useBulkActs } from "../../hooks/edits/use-bulk-acts.ts";
import type { BulkSet, Named, Noun } from "../../lib/selection/bulk-acts.ts";
import { useStore } from "../../hooks/use-store.ts";
import { quietly } from "../../lib/device/quietly.ts";
import { formatCount } from "../../lib/format.ts";
import type { RecordSelection } from "../../lib/selection/record-selection.ts";
import { TASK_STATUS } from "../../lib/status.ts";
import { BulkBlockDialog } from "./bulk-block-dialog.tsx";
import { BulkDatesDialog } from "./bulk-dates-dialog.tsx";
import { BulkPeopleDialog } from "./bulk-people-dialog.tsx";
import { useFocusToRow } from "./use-focus-to-row.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";

/** The fields of a selected record that the actions need. */
export type Selected = Named & { projectId: string; isBlocked: boolean };

type Asking = "people" | "dates" | "block" | "deletion";

const DELETION = {
  task: "They are taken from their units, with their dates, and lie in the trash.",
  unit: "They lie in the trash with their tasks, photos, notes and time entries.",
} as const;

const STATUSES = ["not_started", "in_progress", "completed"] as const;

/** The number of selected records, and the actions for all of them. */
export default function SelectionTools(props: {
  noun: Noun;
  selection: RecordSelection;
  selected: readonly Selected[];
  shown: readonly string[];
}) {
  const { noun, selection, selected } = props;
  const { updateAll, removeAll } = useBulkActs(noun);
  const [asking, setAsking] = useState<Asking | null>(null);
  const isTooMany = selected.length > maxBulk;
  const ids = useStore(selection, (now) => now);
  useKeptSelection(selection, ids);
  const update = async (set: BulkSet) => {
    const isDone = await updateAll(selected, set);
    if (isDone) setAsking(null);
    return isDone;
  };
  const dialog = { noun, selected, onClose: () => setAsking(null), onUpdate: update };

  return (
    <section
      ref={useFocusToRow(ids)}
      aria-label="Selection"
      className="sticky bottom-3 z-20 mt-3 flex w-fit max-w-full flex-wrap items-center gap-x-1 gap-y-0.5 rounded-xl border border-line-strong bg-raised py-1 pr-1 pl-3.5 text-ink shadow-overlay max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom)+0.5rem)] max-md:w-full max-md:pl-2.5 max-md:in-[[role=dialog]]:bottom-2 print:hidden"
    >
      <Count {...props} />
      {isTooMany ? (
        <p className="px-2 text-sm text-warning-text">
          At most {maxBulk} can be changed in one act.
        </p>
      ) : (
        <div
          data-tools
          className="flex items-center max-md:order-last max-md:-ml-1.5 max-md:w-full max-md:[&>button]:h-12 max-md:[&>button]:flex-1 max-md:[&>button]:flex-col max-md:[&>button]:gap-0.5 max-md:[&>button]:px-0 max-md:[&>button]:text-xs"
        >
          <StateMenu onChoose={(status) => void update({ status })} />
          {noun === "task" && (
            <Tool icon={<UserRoundPen aria-hidden />} onClick={() => setAsking("people")}>
              People
            </Tool>
          )}
          <Tool icon={<CalendarDays aria-hidden />} onClick={() => setAsking("dates")}>
            Dates
          </Tool>
          <Tool icon={<Hourglass aria-hidden />} onClick={() => setAsking("block")}>
            Block
          </Tool>
          <Tool icon={<Trash2 aria-hidden />} onClick={() => setAsking("deletion")}>
            Delete
          </Tool>
        </div>
      )}
      <Button
        variant="ghost"
        size="icon"
        className="max-md:ml-auto"
        title="Clear selection (Escape)"
        aria-label="Clear selection"
        onClick={selection.clear}
      >
        <X aria-hidden />
      </Button>
      {asking === "people" && <BulkPeopleDialog {...dialog} />}
      {asking === "dates" && <BulkDatesDialog {...dialog} />}
      {asking === "block" && <BulkBlockDialog {...dialog} />}
      <ConfirmDialog
        open={asking === "deletion"}
        onOpenChange={(open) => !open && setAsking(null)}
        title={`Delete ${formatCount(selected.length, noun)}?`}
        description={DELETION[noun]}
        confirmLabel={`Delete ${formatCount(selected.length, noun === "task" ? "Task" : "Unit")}`}
        destructive
        onConfirm={async () => {
          // The records go from the list at once, and the selection with them. A refusal brings both back.
          if (!(await removeAll(selected))) selection.add(selected.map(({ id }) => id));
        }}
      />
    </section>
  );
}

/** A selection survives a reload of the page. Leaving the screen in any other way discards it. */
function useKeptSelection(selection: RecordSelection, ids: ReadonlySet<string>): void {
  useEffect(() => {
    quietly(() => sessionStorage.setItem(selection.key, [...ids].join(" ")));
    return () => quietly(() => sessionStorage.removeItem(selection.key));
  }, [selection, ids]);
}

function Count(props: {
  selection: RecordSelection;
  selected: readonly Selected[];
  shown: readonly string[];
}) {
  const { selection, selected } = props;
  const countRef = useRef<HTMLParagraphElement>(null);
  const shown = new Set(props.shown);
  const hidden = selected.filter(({ id }) => !shown.has(id)).length;
  const isAll = shown.size === selected.length - hidden;
  return (
    <>
      <p
        ref={countRef}
        role="status"
        tabIndex={-1}
        className="text-sm font-medium whitespace-nowrap"
      >
        {selected.length} selected
        {hidden > 0 && <span className="font-normal text-ink-muted">, {hidden} not shown</span>}
      </p>
      {!isAll && (
        <Button
          variant="ghost"
          size="sm"
          className="text-accent-text"
          onClick={() => {
            // This button goes when all are selected.
            countRef.current?.focus();
            selection.add(props.shown);
          }}
        >
          Select all {shown.size}
        </Button>
      )}
    </>
  );
}

function Tool(props: { icon: ReactNode; children: string; onClick: () => void }) {
  return (
    <Button variant="ghost" onClick={props.onClick}>
      {props.icon} {props.children}
    </Button>
  );
}

function StateMenu({ onChoose }: { onChoose: (status: (typeof STATUSES)[number]) => void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost">
          <CircleDot aria-hidden /> State
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" side="top">
        {STATUSES.map((status) => {
          const { label, icon: Icon } = TASK_STATUS[status];
          return (
            <DropdownMenuItem key={status} onSelect={() => onChoose(status)}>
              <Icon aria-hidden /> {label}
            </DropdownMenuItem>
          );
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
