import { FilterX } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { usePhone } from "../../hooks/use-media.ts";
import { usePlace } from "../../hooks/use-place.ts";
import { usePrinting } from "../../hooks/use-printing.ts";
import { useSearchText } from "../../hooks/address/use-search-text.ts";
import { useStore } from "../../hooks/use-store.ts";
import { useLateParts } from "../../hooks/reads/use-late-parts.ts";
import { useTaskActions } from "../../hooks/edits/use-task-actions.ts";
import { useCan } from "../../hooks/people/use-viewer.ts";
import { TASK_STATUS } from "../../lib/status.ts";
import { createStore, type Followed } from "../../lib/store.ts";
import type { TaskPatch } from "../../lib/optimistic/task-change.ts";
import { SelectArea } from "../../components/selection/select-area.tsx";
import { SelectionBar } from "../../components/selection/selection-bar.tsx";
import { BoardCards } from "./board-cards.tsx";
import type { MasterTask } from "./contents/board-columns.ts";
import { FILTERS } from "./contents/board-filter.ts";
import { type BoardActs, BoardGrid } from "./grid/board-grid.tsx";
import { type BoardPeople, useBoardPeople } from "./contents/board-people.ts";
import { BoardSkeleton } from "./board-skeleton.tsx";
import type { BoardSearch } from "./contents/board-search.ts";
import { BoardToolbar } from "./board-toolbar.tsx";
import type { BoardRow, BoardTask, BoardUnit } from "./contents/board-types.ts";
import type { BoardLine } from "./contents/board-order.ts";
import { unitInSentence } from "./contents/cell-text.ts";
import { HeldArea } from "./held-area.tsx";
import type { MenuPart } from "./task-menu.tsx";
import { useBoardContents } from "./contents/use-board-contents.ts";
import { useBoardSelection } from "./use-board-selection.ts";

/** The menu of a task and the board on paper load after the board. */
const TaskMenu = lazyPart(async () => ({ default: (await import("./task-menu.tsx")).TaskMenu }), {
  close: ({ onPart }) => onPart(null),
});
const BoardPrint = lazyPart(
  async () => ({ default: (await import("./board-print.tsx")).BoardPrint }),
  { waiting: "Not loaded yet. Print again in a moment." },
);
const lateParts = [TaskMenu, BoardPrint];

interface BoardViewProps {
  label: string;
  rows: readonly BoardRow[];
  masterList: readonly MasterTask[];
  /** False while only the first rows are loaded and the others are on their way. */
  isWhole: boolean;
  showsProject: boolean;
  search: BoardSearch;
  address: DialogAddress;
}

type OpenMenu = { taskId: string; unitId: string; cell: HTMLElement; part: MenuPart };

/** The board with its filters: a table at a desk, cards on a phone. */
export function BoardView(props: BoardViewProps) {
  const { label, rows, masterList, isWhole, showsProject, search, address } = props;
  const seek = useCallback((q: string) => address.change({ q: q === "" ? null : q }), [address]);
  const [text, setText] = useSearchText(search.q ?? "", seek);
  const contents = useBoardContents({
    ...{ rows, masterList, isWhole, search, text },
    byProject: showsProject,
  });
  const { lines, groups, view } = contents;
  const { selection, isSelecting, records, shown } = useBoardSelection({
    ...{ rows, isWhole, lines, groups },
  });
  useLateParts(lateParts);
  const people = useBoardPeople();
  const mayChange = useCan("task:write");
  const isPhone = usePhone();
  const isPrinting = usePrinting();
  const { acts, menu, said, menuActs } = useBoardActs(search.sort, contents.fold, address);

  const openFirst = useOpenFirst({ lines, isWhole, text, openUnit: acts.openUnit });
  const isEmpty = lines.length === 0;
  const board = { label, groups, sort: search.sort, showsProject, acts, mayChange };
  return (
    <SelectArea
      selection={selection}
      isOn={mayChange}
      hasLongPress={false}
      className="flex min-w-0 flex-col gap-3"
    >
      <BoardToolbar
        text={text}
        onText={setText}
        onEnter={openFirst}
        search={search}
        order={contents.order}
        counts={isWhole ? contents.counts : undefined}
        categories={contents.categories}
        people={people}
        hasFloors={contents.hasFloors}
        onChange={address.change}
      />
      {isEmpty && isWhole ? (
        <NoMatch
          hidden={rows.length}
          onClear={() => {
            setText("");
            address.change(Object.fromEntries(FILTERS.map((key) => [key, null])));
          }}
        />
      ) : null}
      <Frame isPhone={isPhone} isHidden={isEmpty} hasBar={isSelecting}>
        {(className) => (
          <HeldArea lines={lines} rows={rows} view={view} className={className}>
            {(held) => (
              <>
                {isPhone ? (
                  <BoardCards {...board} lines={held} />
                ) : (
                  <BoardGrid
                    {...board}
                    lines={held}
                    selection={mayChange ? selection : undefined}
                  />
                )}
                <OpenMenuOf menu={menu} rows={rows} people={people} {...menuActs} />
              </>
            )}
          </HeldArea>
        )}
      </Frame>
      {!isWhole && <BoardSkeleton rows={3} />}
      <Said said={said} />
      <SelectionBar noun="task" selection={selection} records={records} shown={shown} />
      {isPrinting && <BoardPrint {...{ label, lines, groups, showsProject }} />}
    </SelectArea>
  );
}

/**
 * Opens the first shown unit. When none is shown and other rows are loading, it waits for them, unless the searched
 * text changes first.
 */
function useOpenFirst(board: {
  lines: readonly BoardLine[];
  isWhole: boolean;
  text: string;
  openUnit: (unit: BoardUnit) => void;
}): () => void {
  const { lines, isWhole, text, openUnit } = board;
  const first = lines.find((line) => line.kind === "unit")?.row.unit;
  const [awaited, setAwaited] = useState<string | null>(null);
  const isDue = awaited !== null && (awaited !== text || first !== undefined || isWhole);
  useEffect(() => {
    if (!isDue) return;
    setAwaited(null);
    if (awaited === text && first) openUnit(first);
  }, [isDue, awaited, text, first, openUnit]);
  return useCallback(() => setAwaited(text), [text]);
}

/** The menu of a task with its present values; it closes when the task is gone. */
function OpenMenuOf(props: {
  menu: OpenMenu | null;
  rows: readonly BoardRow[];
  people: BoardPeople;
  onMenu: (menu: OpenMenu | null) => void;
  update: (task: BoardTask, unit: BoardUnit, patch: TaskPatch) => void;
  address: DialogAddress;
}) {
  const { menu, rows, people, onMenu, update, address } = props;
  const row = menu && rows.find(({ unit }) => unit.id === menu.unitId);
  const task = menu && row?.tasks.find(({ id }) => id === menu.taskId);
  if (!menu || !row || !task) return null;
  return (
    <TaskMenu
      task={task}
      unit={row.unit}
      part={menu.part}
      box={menu.cell.getBoundingClientRect()}
      people={people}
      onPart={(part) => onMenu(part && { ...menu, part })}
      onUpdate={(patch) => update(task, row.unit, patch)}
      onOpen={(tab) => address.open({ unit: menu.unitId, tab: tab === "tasks" ? null : tab })}
      onClosed={() => menu.cell.focus({ preventScroll: true })}
    />
  );
}

/** Announces the result of an action to screen readers. The board itself does not render again for it. */
function Said({ said }: { said: Followed<string> }) {
  return (
    <p role="status" className="sr-only">
      {useStore(said, (text) => text)}
    </p>
  );
}

/** The actions of cells and cards. The functions stay the same objects while the address stays the same. */
function useBoardActs(sort: string | undefined, folded: readonly string[], address: DialogAddress) {
  const { updateTask } = useTaskActions();
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [said] = useState(() => createStore(""));
  const update = useCallback(
    (task: BoardTask, unit: BoardUnit, patch: TaskPatch) => {
      updateTask(task.id, patch);
      if (patch.status === undefined) return;
      said.set(`${task.name}, ${unitInSentence(unit.name)}: ${TASK_STATUS[patch.status].label}`);
    },
    [updateTask, said],
  );
  const acts = useMemo(
    (): BoardActs => ({
      move: (task, unit, status) => update(task, unit, { status }),
      openMenu: (task, unit, cell) =>
        setMenu({ taskId: task.id, unitId: unit.id, cell, part: "menu" }),
      openUnit: (unit) => address.open({ unit: unit.id }),
      sortBy: (column) => address.change({ sort: nextSort(column, sort) }),
      fold: (category) => {
        const others = folded.filter((each) => each !== category);
        const isFolded = others.length < folded.length;
        address.change({ fold: isFolded ? others : [...others, category] });
      },
    }),
    [address, sort, folded, update],
  );
  return { acts, menu, said, menuActs: { onMenu: setMenu, update, address } };
}

/** The next sort order after a press on a head: by its column, then reversed, then by urgency again. */
function nextSort(column: string, sort: string | undefined): string | null {
  if (sort === column) return `-${column}`;
  return sort === `-${column}` ? null : column;
}

/** At a desk the board fills the window below its filters and scrolls by itself; on a phone the page scrolls. */
function Frame(props: {
  isPhone: boolean;
  isHidden: boolean;
  /** True while the selection bar stands below it. */
  hasBar: boolean;
  children: (className: string) => ReactNode;
}) {
  const frameRef = useRef<HTMLDivElement>(null);
  const { top } = usePlace(frameRef, !props.isPhone);
  const height = props.isPhone
    ? undefined
    : `max(20rem, calc(100dvh - ${String(top + (props.hasBar ? 76 : 16))}px))`;
  return (
    <div ref={frameRef} hidden={props.isHidden} className="print:hidden" style={{ height }}>
      {props.children(props.isPhone ? "" : "h-full")}
    </div>
  );
}

function NoMatch({ hidden, onClear }: { hidden: number; onClear: () => void }) {
  return (
    <EmptyState
      icon={FilterX}
      title="No units match the filters"
      description={`${String(hidden)} ${hidden === 1 ? "unit is" : "units are"} hidden by them. Completed units are hidden until they are asked for.`}
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear Filters
        </Button>
      }
    />
  );
}
