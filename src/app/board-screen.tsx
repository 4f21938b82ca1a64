import { BoardPage } from "../features/board/board-page.tsx";
import type { BoardSearch } from "../features/board/contents/board-search.ts";
import { UnitHistory } from "../features/history/lazy-unit-history.tsx";
import { useDialogAddress } from "../hooks/address/use-dialog-address.ts";
import {
  AssignTasksDialog,
  NotesPanel,
  OnceWanted,
  OpenUnit,
  PhotosPanel,
  TasksPanel,
  UnsavedNotes,
  useUnitPanels,
} from "./unit-panels.tsx";

interface BoardScreenProps {
  /** Undefined while they are not known; the same list while it says the same. */
  projectIds: readonly string[] | undefined;
  subject: string;
  showsProject: boolean;
  search: BoardSearch;
}

/** A turn board and, over it, the unit that is opened from it. */
export function BoardScreen({ search, ...board }: BoardScreenProps) {
  const address = useDialogAddress();
  useUnitPanels();
  return (
    <BoardPage
      {...board}
      search={search}
      address={address}
      renderUnit={(projectId) => (
        <OnceWanted isWanted={search.unit !== undefined || search.assign !== undefined}>
          <OpenUnit
            projectId={projectId}
            search={search}
            address={address}
            panels={{
              tasks: (unit, onAssign) => <TasksPanel unit={unit} onAssign={onAssign} />,
              photos: (unit) => (
                <PhotosPanel projectId={unit.projectId} unitId={unit.id} shownId={search.photo} />
              ),
              notes: (unit) => <NotesPanel unitId={unit.id} />,
              history: (unit) => <UnitHistory unitId={unit.id} />,
            }}
            renderUnsaved={(unitId) => <UnsavedNotes unitId={unitId} />}
            renderAssign={(unit, onClose) => (
              <AssignTasksDialog
                target={unit && { name: unit.name, unitId: unit.id }}
                onClose={onClose}
              />
            )}
          />
        </OnceWanted>
      )}
    />
  );
}
