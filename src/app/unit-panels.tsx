import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { LazyCalendar } from "../components/ui/lazy-calendar.tsx";
import { lazyPart } from "../components/ui/lazy-part.tsx";
import { Skeleton } from "../components/ui/skeleton.tsx";
import { UnitHistory } from "../features/history/lazy-unit-history.tsx";
import { UnitPlan } from "../features/units/lazy-unit-plan.tsx";
import type { UnitPanels } from "../features/units/unit-panel.tsx";
import { useLateParts } from "../hooks/reads/use-late-parts.ts";
import { UNIT_KEYS } from "../lib/units/unit-keys.ts";
import { AssignTasksDialog } from "./assign-tasks.tsx";

const panel = { waiting: <Skeleton className="h-40" /> };

/** The parts of an open unit. Their code is one chunk, which a list and a board of units do without until they are there. */
const TasksPanel = lazyPart(
  async () => ({ default: (await import("../features/tasks/tasks-panel.tsx")).TasksPanel }),
  panel,
);
const PhotosPanel = lazyPart(
  async () => ({ default: (await import("../features/photos/photos-panel.tsx")).PhotosPanel }),
  panel,
);
const NotesPanel = lazyPart(
  async () => ({ default: (await import("../features/notes/notes-panel.tsx")).NotesPanel }),
  panel,
);
const UnsavedNotes = lazyPart(async () => ({
  default: (await import("../features/notes/unsaved-notes.tsx")).UnsavedNotes,
}));
export const OpenUnit = lazyPart(
  async () => ({ default: (await import("../features/units/open-unit.tsx")).OpenUnit }),
  {
    isOpen: ({ search }) => search.unit !== undefined || search.assign !== undefined,
    close: ({ address }) => address.close([...UNIT_KEYS, "assign"]),
  },
);

/** The contents of an open unit, each with the one of its entries that the address leads to. */
export const unitPanels: UnitPanels = {
  tasks: function Tasks(unit) {
    return <TasksPanel {...unit} shownId={useSearch({ strict: false }).task} />;
  },
  photos: function Photos(unit) {
    return <PhotosPanel {...unit} shownId={useSearch({ strict: false }).photo} />;
  },
  notes: function Notes(unit) {
    return <NotesPanel {...unit} shownId={useSearch({ strict: false }).note} />;
  },
  history: function History({ unitId }) {
    return <UnitHistory unitId={unitId} />;
  },
};

/** The text that was typed for a unit and not saved before the unit was deleted. */
export function renderUnsaved(unitId: string): ReactNode {
  return <UnsavedNotes unitId={unitId} />;
}

/** The calendar is one of them: dates are changed without a network too. */
const parts = [
  ...[OpenUnit, TasksPanel, PhotosPanel, NotesPanel, UnsavedNotes],
  ...[UnitPlan, AssignTasksDialog, LazyCalendar],
];

/** Brings the parts of an open unit behind the first answers of a screen. */
export function useUnitPanels(): void {
  useLateParts(parts);
}
