import { BoardPage } from "../features/board/board-page.tsx";
import type { BoardSearch } from "../features/board/contents/board-search.ts";
import { useDialogAddress } from "../hooks/address/use-dialog-address.ts";
import { AssignTasksDialog } from "./assign-tasks.tsx";
import { OpenUnit, renderUnsaved, unitPanels, useUnitPanels } from "./unit-panels.tsx";

interface BoardScreenProps {
  /** Undefined while the list is not known. The array stays the same object while its content is the same. */
  projectIds: readonly string[] | undefined;
  /** The one project of the board; null for all active ones. */
  projectId: string | null;
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
        <OpenUnit
          projectId={projectId}
          search={search}
          address={address}
          panels={unitPanels}
          renderUnsaved={renderUnsaved}
          renderAssign={(unit, onClose) => (
            <AssignTasksDialog
              target={unit && { name: unit.name, unitId: unit.id }}
              onClose={onClose}
            />
          )}
        />
      )}
    />
  );
}
