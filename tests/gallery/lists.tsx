import { useState } from "react";
import { LoadMore } from "../../src/components/load-more.tsx";
import { DragHandle } from "../../src/components/sortable/drag-handle.tsx";
import { SortableList } from "../../src/components/sortable/sortable-list.tsx";
import { useSortableRow } from "../../src/components/sortable/use-sortable-row.ts";
import { Card } from "../../src/components/ui/card.tsx";
import { WindowGrid } from "../../src/components/window-grid.tsx";
import { BoardGrid } from "../../src/features/board/grid/board-grid.tsx";
import { columnGroups } from "../../src/features/board/contents/board-columns.ts";
import { linesOf } from "../../src/features/board/contents/board-order.ts";
import { STATUS_COLUMNS } from "../../src/features/reports/tables/report-columns.tsx";
import type { ReportOrder } from "../../src/features/reports/tables/report-order.ts";
import { UnitTable } from "../../src/features/reports/tables/unit-table.tsx";
import { boardRows } from "./board-rows.ts";
import { Exhibit, longName } from "./exhibit.tsx";

const tasks = ["Painting", "Cleaning", longName].map((name) => ({ id: name, name }));
const units = Array.from({ length: 12 }, (_, index) => ({
  id: String(index),
  name: index === 5 ? longName : `Unit ${String(101 + index)}`,
}));

const nothing = () => undefined;
const noActs = {
  ...{ move: nothing, openMenu: nothing, openUnit: nothing },
  ...{ sortBy: nothing, fold: nothing },
};

/** Sortable lists, virtualized grids, and tables. */
export function ListExhibits() {
  return (
    <>
      <Exhibit name="Sortable list">
        <MovableTasks />
      </Exhibit>
      <Exhibit name="Grid">
        <WindowGrid
          label="Units"
          items={units}
          minItemPx={220}
          gapPx={12}
          rowPx={56}
          nameOf={(unit) => unit.name}
          renderItem={(unit) => <Card className="flex-1 p-3">{unit.name}</Card>}
        />
      </Exhibit>
      <Exhibit name="Further page">
        <LoadMore label="Show More Photos" pages={1} onLoad={nothing} />
      </Exhibit>
      <Exhibit name="Board">
        <div className="h-96">
          <BoardGrid
            label="Turn board"
            lines={linesOf(boardRows, undefined)}
            groups={columnGroups(boardRows, [], { folded: new Set(["HVAC"]), category: undefined })}
            sort={undefined}
            showsProject
            acts={noActs}
            mayChange
          />
        </div>
      </Exhibit>
      <Exhibit name="Table">
        <SortableTable />
      </Exhibit>
    </>
  );
}

function SortableTable() {
  const [order, setOrder] = useState<ReportOrder>("Unit");
  return (
    <UnitTable
      rows={units.map(statusOf)}
      columns={STATUS_COLUMNS}
      placeOf={() => undefined}
      order={order}
      onOrder={setOrder}
    />
  );
}

function MovableTasks() {
  const [items, setItems] = useState(tasks);
  const reorder = (ids: string[]) =>
    setItems(ids.flatMap((id) => tasks.filter((task) => task.id === id)));
  return (
    <SortableList items={items} onReorder={reorder}>
      <ul className="grid gap-1">
        {items.map((task) => (
          <MovableTask key={task.id} name={task.name} />
        ))}
      </ul>
    </SortableList>
  );
}

function MovableTask({ name }: { name: string }) {
  const { setRow, style, handle } = useSortableRow(name);
  return (
    <li ref={setRow} style={style} className="flex items-center gap-2 bg-surface">
      <DragHandle name={name} handle={handle} />
      <span className="min-w-0">{name}</span>
    </li>
  );
}

function statusOf(unit: { id: string; name: string }, index: number) {
  return {
    unitId: unit.id,
    unitNumber: unit.name,
    projectName: index === 3 ? longName : "Riverside Terrace",
    totalTasks: 11,
    completedTasks: index,
    inProgressTasks: 0,
    notStartedTasks: 11 - index,
    overdueTasks: index % 4,
    completionPercentage: Math.round((100 * index) / 11),
    estimatedHours: 24,
    actualHours: 2 * index,
  };
}
