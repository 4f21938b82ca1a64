import {
  CalendarDays,
  Ban,
  CircleCheck,
  DoorOpen,
  Images,
  NotebookPen,
  UserRound,
} from "lucide-react";
import { type ReactElement, useContext, useRef } from "react";
import { baseTaskStatuses, blockedReasons } from "../../../convex/rules/labels.ts";
import { LazyCalendar } from "../../components/ui/lazy-calendar.tsx";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import {
  DropdownMenu,
  DropdownMenuChoice,
  DropdownMenuChoices,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
  DropdownSubmenu,
} from "../../components/ui/dropdown-menu.tsx";
import { TitledDialog } from "../../components/titled-dialog.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../components/ui/popover.tsx";
import { SelectionContext } from "../../hooks/edits/use-record-selection.ts";
import { formatShortDate } from "../../lib/format.ts";
import { BLOCKED_REASON, TASK_STATUS } from "../../lib/status.ts";
import type { TaskPatch } from "../../lib/optimistic/task-change.ts";
import type { BoardPeople, NamedPerson } from "./contents/board-people.ts";
import type { BoardTask, BoardUnit } from "./contents/board-types.ts";
import { useLead } from "./use-lead.ts";

const BlockForm = lazyPart(
  async () => ({ default: (await import("../../components/block-form.tsx")).BlockForm }),
  { waiting: <div className="h-72" /> },
);

/** The parts of a task's menu: the menu itself, and the calendar and the form of a block that it leads to. */
export type MenuPart = "menu" | "due" | "block";

interface TaskMenuProps {
  task: BoardTask;
  unit: BoardUnit;
  part: MenuPart;
  /** The rectangle of the cell, relative to the window. */
  box: Pick<DOMRect, "left" | "top" | "width" | "height">;
  people: BoardPeople;
  onPart: (part: MenuPart | null) => void;
  onUpdate: (patch: TaskPatch) => void;
  onOpen: (tab: "tasks" | "photos") => void;
  /** Returns the focus to the cell. */
  onClosed: () => void;
}

const NONE = "none";

/** The menu of a task on the board, beside its cell. */
export function TaskMenu(props: TaskMenuProps) {
  const { task, unit, part, box, people, onPart, onUpdate, onOpen, onClosed } = props;
  const { left, top, width, height } = box;
  const selection = useContext(SelectionContext);
  const anchor = (
    <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
  );
  // The unit opens when its task has the focus again, because its dialog gives the focus back to where it was.
  const opening = useRef<"tasks" | "photos" | null>(null);
  const { lead, returnFocus } = useLead(onPart, () => {
    onClosed();
    if (opening.current !== null) onOpen(opening.current);
  });

  if (part === "due") return <DueMenu {...props} anchor={anchor} onCloseAutoFocus={returnFocus} />;
  if (part === "block") return <BlockDialog {...props} />;
  return (
    <DropdownMenu open modal={false} onOpenChange={(open) => !open && onPart(null)}>
      <DropdownMenuTrigger asChild>{anchor}</DropdownMenuTrigger>
      <DropdownMenuContent
        align="start"
        aria-labelledby="board-menu"
        className="w-64"
        onCloseAutoFocus={returnFocus}
      >
        <DropdownMenuLabel id="board-menu" className="truncate">
          {task.name} · {unit.name}
        </DropdownMenuLabel>
        <DropdownMenuChoices value={task.baseStatus}>
          {baseTaskStatuses.map((status) => {
            const { label, icon: Icon } = TASK_STATUS[status];
            return (
              <DropdownMenuChoice
                key={status}
                value={status}
                onSelect={() => task.baseStatus !== status && onUpdate({ status })}
              >
                <Icon aria-hidden /> {label}
              </DropdownMenuChoice>
            );
          })}
        </DropdownMenuChoices>
        <DropdownMenuSeparator />
        <DropdownMenuItem
          onSelect={(event) => {
            event.preventDefault();
            lead("due");
          }}
        >
          <CalendarDays aria-hidden /> Due date
          <span className="ml-auto text-ink-muted">
            {task.dueDate === null ? "Not set" : formatShortDate(task.dueDate)}
          </span>
        </DropdownMenuItem>
        <WhoMenu task={task} people={people} projectId={unit.projectId} onUpdate={onUpdate} />
        {task.baseStatus !== "completed" && (
          <BlockMenu task={task} onUpdate={onUpdate} onNote={() => lead("block")} />
        )}
        {task.blockedNote && (
          <DropdownMenuLabel className="line-clamp-3 pt-0 font-normal break-words">
            {task.blockedNote}
          </DropdownMenuLabel>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => (opening.current = "photos")}>
          <Images aria-hidden /> Photos
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => (opening.current = "tasks")}>
          <DoorOpen aria-hidden /> Open unit
        </DropdownMenuItem>
        {selection && (
          <DropdownMenuItem onSelect={() => selection.toggle(task.id)}>
            <CircleCheck aria-hidden /> Select
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function DueMenu(
  props: TaskMenuProps & { anchor: ReactElement; onCloseAutoFocus: (event: Event) => void },
) {
  const { task, onPart, onUpdate, anchor, onCloseAutoFocus } = props;
  return (
    <Popover open onOpenChange={(open) => !open && onPart(null)}>
      <PopoverTrigger asChild>{anchor}</PopoverTrigger>
      <PopoverContent
        aria-label={`Due date of ${task.name}`}
        className="p-2"
        onCloseAutoFocus={onCloseAutoFocus}
      >
        <LazyCalendar
          value={task.dueDate}
          required={false}
          onChoose={(dueDate) => {
            onPart(null);
            onUpdate({ dueDate });
          }}
        />
      </PopoverContent>
    </Popover>
  );
}

/** The reason of the block with its note. */
function BlockDialog({ task, unit, onPart, onUpdate, onClosed }: TaskMenuProps) {
  const close = () => onPart(null);
  return (
    <TitledDialog
      open
      onClose={close}
      // The menu that led here is gone. Before this moment the closing dialog would take the focus from the cell again.
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onClosed();
      }}
      size="sm"
      title={task.blockedReason === null ? "Block Task" : "Change Block"}
      description={
        <span className="line-clamp-2">
          {task.name} · {unit.name}
        </span>
      }
    >
      <BlockForm
        subject={task.id}
        block={{ ...task, blockedAt: null, blockedBy: null, blockedByName: null }}
        onSave={(sent) => Promise.resolve(onUpdate(sent))}
        onDone={close}
      />
    </TitledDialog>
  );
}

type SubmenuProps = Pick<TaskMenuProps, "task" | "onUpdate">;

function WhoMenu(props: SubmenuProps & { people: BoardPeople; projectId: string }) {
  const { task, people, projectId, onUpdate } = props;
  const names = [task.assignedToId, task.crewMemberId].flatMap((id) =>
    id === null ? [] : [people.nameOf(id) ?? "Somebody"],
  );
  return (
    <DropdownSubmenu
      label={
        <>
          <UserRound aria-hidden /> Who
        </>
      }
      value={names.join(", ") || "Nobody"}
    >
      <PersonChoices
        label="Signs in"
        people={people.users}
        value={task.assignedToId}
        onChange={(assignedToId) => onUpdate({ assignedToId })}
      />
      <DropdownMenuSeparator />
      <PersonChoices
        label="Project team"
        people={people.crewByProject.get(projectId) ?? []}
        value={task.crewMemberId}
        onChange={(crewMemberId) => onUpdate({ crewMemberId })}
      />
    </DropdownSubmenu>
  );
}

function PersonChoices(props: {
  label: string;
  people: readonly NamedPerson[];
  value: string | null;
  onChange: (id: string | null) => void;
}) {
  const { label, people, value, onChange } = props;
  return (
    <DropdownMenuChoices
      value={value ?? NONE}
      aria-label={label}
      onValueChange={(id) => {
        if (id !== (value ?? NONE)) onChange(id === NONE ? null : id);
      }}
    >
      <DropdownMenuLabel>{label}</DropdownMenuLabel>
      {[{ id: NONE, name: "Nobody" }, ...people].map(({ id, name }) => (
        <DropdownMenuChoice key={id} value={id}>
          <span className="truncate">{name}</span>
        </DropdownMenuChoice>
      ))}
    </DropdownMenuChoices>
  );
}

function BlockMenu({ task, onUpdate, onNote }: SubmenuProps & { onNote: () => void }) {
  const reason = task.blockedReason;
  return (
    <DropdownSubmenu
      label={
        <>
          <Ban aria-hidden /> Blocked
        </>
      }
      value={reason === null ? "No" : BLOCKED_REASON[reason].label}
    >
      <DropdownMenuChoices value={reason ?? NONE} aria-label="Waits for">
        <DropdownMenuChoice
          value={NONE}
          onSelect={() => reason !== null && onUpdate({ blockedReason: null })}
        >
          Not blocked
        </DropdownMenuChoice>
        <DropdownMenuLabel>Waits for</DropdownMenuLabel>
        {blockedReasons.map((each) => {
          const { label, icon: Icon } = BLOCKED_REASON[each];
          return (
            <DropdownMenuChoice
              key={each}
              value={each}
              onSelect={() => reason !== each && onUpdate({ blockedReason: each })}
            >
              <Icon aria-hidden /> {label}
            </DropdownMenuChoice>
          );
        })}
      </DropdownMenuChoices>
      <DropdownMenuSeparator />
      <DropdownMenuItem
        onSelect={(event) => {
          event.preventDefault();
          onNote();
        }}
      >
        <NotebookPen aria-hidden /> Reason and note
      </DropdownMenuItem>
    </DropdownSubmenu>
  );
}
