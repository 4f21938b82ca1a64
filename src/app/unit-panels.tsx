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

/** The panels of an open unit. Their code is one chunk; the list and the board of units render before it arrives. */
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

/** The panels of an open unit. In each, the address may name one entry to show. */
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

/** The calendar is one of these parts, because dates can be changed without a network too. */
const parts = [
  ...[OpenUnit, TasksPanel, PhotosPanel, NotesPanel, UnsavedNotes],
  ...[UnitPlan, AssignTasksDialog, LazyCalendar],
];

/** Loads the parts of an open unit after a screen's first answers. */
export function useUnitPanels(): void {
  useLateParts(parts);
}
