import { DoorOpen, Monitor, Printer } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { usePhone } from "../../hooks/use-media.ts";
import { screenTitles } from "../../lib/screen-titles.ts";
import type { BoardSearch } from "./contents/board-search.ts";
import { BoardSkeleton } from "./board-skeleton.tsx";
import { BoardView } from "./board-view.tsx";
import { FILTERS } from "./contents/board-filter.ts";
import { fileByName } from "./contents/file-by-name.ts";
import { type BoardContent, useBoardRows } from "./contents/use-board-rows.ts";

const WallBoard = lazyPart(
  async () => ({ default: (await import("./wall-board.tsx")).WallBoard }),
  { waiting: <Skeleton className="h-(--full)" /> },
);

interface BoardPageProps {
  /**
   * The projects of the board; undefined while they are not known. The array stays the same object while its content is
   * the same.
   */
  projectIds: readonly string[] | undefined;
  /** The one project of the board; null for all active ones. */
  projectId: string | null;
  /** The subject of the board: a project's name, or all active projects. */
  subject: string;
  showsProject: boolean;
  search: BoardSearch;
  address: DialogAddress;
  /**
   * Renders the unit of the address over the board. Its project is null while the board loads, and undefined when no unit
   * is open or the board does not know the unit.
   */
  renderUnit: (projectId: string | null | undefined) => ReactNode;
}

/** The live turn board: units as rows, their work as columns. */
export function BoardPage(props: BoardPageProps) {
  const { projectIds, projectId, subject, showsProject, search, address, renderUnit } = props;
  const content = useBoardRows({ projectIds, projectId });
  const known = useLiveQuery(api.taskTemplates.list, {});
  const masterList = known ?? content.opening?.masterList;
  const early = useFirstRows(content.opening, search);
  const loaded = content.rows ?? early;
  const rows = useMemo(() => loaded && fileByName(loaded), [loaded]);
  const isReady = rows !== undefined && masterList !== undefined;
  const view = { label: `Turn board: ${subject}`, showsProject, search, address };
  const openId = search.unit ?? search.assign;
  const open = rows?.find(({ unit }) => unit.id === openId)?.unit;
  // The board of one project need not load before the units of the project do.
  const openIn =
    openId === undefined || content.rows ? open?.projectId : (open?.projectId ?? projectId);

  if (search.wall !== undefined) {
    return (
      <WallBoard
        {...view}
        subject={subject}
        rows={isReady && content.rows ? rows : undefined}
        masterList={masterList ?? []}
      />
    );
  }
  return (
    <div className="px-4 pt-5 pb-4 md:px-6 md:pt-6">
      <PageHeader
        hasNarrowActions
        title={screenTitles["/board"]}
        actions={
          (!isReady || rows.length > 0) && <BoardButtons onWall={() => address.open({ wall: 1 })} />
        }
      />
      {!isReady ? (
        <UntilKnown>
          <BoardSkeleton rows={9} hasHead />
        </UntilKnown>
      ) : rows.length === 0 ? (
        <EmptyState
          icon={DoorOpen}
          title="No units found"
          description={
            showsProject
              ? "Units of active projects stand here with their tasks."
              : "This project has no units."
          }
        />
      ) : (
        <BoardView
          {...view}
          rows={rows}
          masterList={masterList}
          isWhole={content.rows !== undefined}
        />
      )}
      {renderUnit(openIn)}
    </div>
  );
}

/**
 * The first rows of a board while the other rows load. Only the cards of a phone begin with them: a table has its
 * columns from all rows, and in another order or under a filter other rows may come first. Rows that are shown stay,
 * because a person may type in them.
 */
function useFirstRows(opening: BoardContent["opening"], search: BoardSearch) {
  const isPhone = usePhone();
  const [hasBegun, setBegun] = useState(false);
  const rows = opening?.rows ?? [];
  const isPlain = [...FILTERS, "sort"].every(
    (key) => search[key as keyof BoardSearch] === undefined,
  );
  const begins = isPhone && isPlain && rows.length > 0;
  if (begins && !hasBegun) setBegun(true);
  return begins || hasBegun ? rows : undefined;
}

function BoardButtons({ onWall }: { onWall: () => void }) {
  return (
    <div className="flex gap-2 print:hidden">
      <Button variant="outline" className="max-md:hidden" onClick={onWall}>
        <Monitor aria-hidden /> Office Screen
      </Button>
      <Button variant="outline" onClick={() => window.print()}>
        <Printer aria-hidden /> <span className="max-md:sr-only">Print</span>
      </Button>
    </div>
  );
}
