import { DoorOpen, FilterX, Maximize, Wifi, X } from "lucide-react";
import { useContext, useEffect, useMemo } from "react";
import { risks } from "../../../convex/rules/labels.ts";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { PageTools } from "../../components/layout/page-tools.ts";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import { useConnection } from "../../hooks/reads/use-connection.ts";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { UNIT_RISK } from "../../lib/status.ts";
import {
  type ColumnGroup,
  columnGroups,
  type MasterTask,
  widthOf,
} from "./contents/board-columns.ts";
import { filterRows } from "./contents/board-filter.ts";
import { type BoardActs, BoardGrid } from "./grid/board-grid.tsx";
import { linesOf } from "./contents/board-order.ts";
import type { BoardSearch } from "./contents/board-search.ts";
import type { BoardRow, BoardTask } from "./contents/board-types.ts";

/** The largest scale, for a screen that is read across a room. */
const MAX_SCALE = 1.5;
const BASE_PX = 16;
/** The width beside the table in px. */
const EDGES_PX = 48;

const nothing = () => undefined;
const noActs: BoardActs = {
  ...{ move: nothing, openMenu: nothing, openUnit: nothing },
  ...{ sortBy: nothing, fold: nothing },
};

interface WallBoardProps {
  label: string;
  subject: string;
  rows: readonly BoardRow[] | undefined;
  masterList: readonly MasterTask[];
  showsProject: boolean;
  search: BoardSearch;
  address: DialogAddress;
}

/**
 * The board alone, large and read-only, for a screen in an office. Its last content stays when the connection is lost.
 */
export function WallBoard(props: WallBoardProps) {
  const { label, subject, rows, masterList, showsProject, search, address } = props;
  const shown = useMemo(
    () => filterRows(rows ?? [], { ...search, byProject: showsProject }),
    [rows, search, showsProject],
  );
  const lines = useMemo(() => linesOf(shown, search.sort), [shown, search.sort]);
  const { groups, scale } = useMemo(() => {
    const open = shown.map((row) => ({ ...row, tasks: row.tasks.filter(isOpen) }));
    const columns = (folded: ReadonlySet<string>) =>
      columnGroups(open, masterList, { folded, category: search.category });
    const all = columns(new Set(search.fold));
    const room = window.innerWidth - EDGES_PX;
    // A wall screen does not scroll, so categories fold when their columns do not fit.
    const groups = widthOf(all) > room ? columns(new Set(all.map(categoryName))) : all;
    return { groups, scale: Math.max(1, Math.min(MAX_SCALE, room / widthOf(groups))) };
  }, [shown, masterList, search.fold, search.category]);
  useLargeText(scale);
  // The name of the view says what stands on the wall; nobody chooses another one there.
  const tools = useContext(PageTools);
  return (
    <div className="flex h-(--full) flex-col gap-3 bg-canvas p-4 [&_header]:mb-0 [&_header]:items-center">
      <PageTools value={tools && { ...tools, button: null }}>
        <PageHeader
          title={subject}
          hasShortTitle
          actions={
            <div className="flex flex-wrap items-center gap-2">
              {risks.map((risk) => (
                <RiskCount key={risk} risk={risk} rows={shown} />
              ))}
              <LineState />
              <WallButtons address={address} />
            </div>
          }
        />
      </PageTools>
      {rows === undefined ? (
        <UntilKnown>
          <div aria-busy className="grid flex-1">
            <Skeleton />
          </div>
        </UntilKnown>
      ) : shown.length === 0 ? (
        <EmptyState
          className="flex-1 justify-center"
          {...(rows.length === 0
            ? { icon: DoorOpen, title: "No units found" }
            : { icon: FilterX, title: "No units match the filters" })}
        />
      ) : (
        <div className="min-h-0 flex-1">
          <BoardGrid
            label={label}
            lines={lines}
            groups={groups}
            sort={search.sort}
            showsProject={showsProject}
            acts={noActs}
            mayChange={false}
            scale={scale}
          />
        </div>
      )}
    </div>
  );
}

function WallButtons({ address }: Pick<WallBoardProps, "address">) {
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        title="Full screen"
        aria-label="Full screen"
        onClick={() => void document.documentElement.requestFullscreen()}
      >
        <Maximize aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        title="Close the office screen"
        aria-label="Close the office screen"
        onClick={() => {
          if (document.fullscreenElement) void document.exitFullscreen();
          address.close(["wall"]);
        }}
      >
        <X aria-hidden />
      </Button>
    </>
  );
}

function isOpen({ baseStatus }: BoardTask): boolean {
  return baseStatus !== "completed";
}

function categoryName({ category }: ColumnGroup): string {
  return category ?? "";
}

function RiskCount({ risk, rows }: { risk: keyof typeof UNIT_RISK; rows: readonly BoardRow[] }) {
  const count = rows.filter(({ unit }) => unit.turn.risk === risk).length;
  const { label, tone, icon } = UNIT_RISK[risk];
  if (count === 0) return null;
  return (
    <Badge tone={tone} icon={icon}>
      {count} {label}
    </Badge>
  );
}

/** Says that the wall board is live. The bar over every screen says since when it is not. */
function LineState() {
  const isLive = useConnection().state === "live";
  return (
    <span role="status" className="inline-flex">
      {isLive && (
        <Badge tone="success" icon={Wifi}>
          Live
        </Badge>
      )}
    </span>
  );
}

/** Enlarges everything on the page. Sizes are in rem, so one font size scales them all. */
function useLargeText(scale: number): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const before = style.fontSize;
    style.fontSize = `${String(BASE_PX * scale)}px`;
    return () => {
      style.fontSize = before;
    };
  }, [scale]);
}
