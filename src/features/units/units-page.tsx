import { Link } from "@tanstack/react-router";
import { Grid3x3 } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { Page } from "../../components/layout/page.tsx";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { Button } from "../../components/ui/button.tsx";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import { useChosen, useGone } from "../../hooks/address/use-chosen.ts";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { useBehind } from "../../hooks/reads/use-behind.ts";
import { useFirstInSlices } from "../../hooks/reads/use-first-in-slices.ts";
import { useLateParts } from "../../hooks/reads/use-late-parts.ts";
import { screenTitles } from "../../lib/screen-titles.ts";
import { UnitDetailDialog } from "./unit-detail-dialog.tsx";
import { UnitGridSkeleton } from "./unit-grid.tsx";
import type { UnitListItem } from "./unit-filter.ts";
import type { UnitPanels } from "./unit-panel.tsx";
import { useUnitList } from "./use-unit-list.ts";
import { UnitsView } from "./units-view.tsx";
import type { UnitsSearch } from "./units-search.ts";

/** The question before a deletion loads after the list. */
const DeleteUnitDialog = lazyPart(
  async () => ({ default: (await import("./delete-unit-dialog.tsx")).DeleteUnitDialog }),
  { isOpen: ({ unit }) => unit !== undefined },
);
const lateParts = [DeleteUnitDialog];

interface UnitsPageProps {
  projectId: string;
  search: UnitsSearch;
  address: DialogAddress;
  /** The panels of an open unit. */
  panels: UnitPanels;
  /** The text that was typed for a unit and not saved before the unit was deleted. */
  renderUnsaved: (unitId: string) => ReactNode;
  /** The dialog that assigns tasks to a unit; open while the unit is defined. */
  renderAssign: (unit: UnitListItem | undefined, onClose: () => void) => ReactNode;
}

/** The units of one project: the list is filtered, and units are opened, given tasks and deleted. */
export function UnitsPage(props: UnitsPageProps) {
  const { projectId, search, address, panels, renderUnsaved, renderAssign } = props;
  const units = useFirstInSlices(useUnitList(projectId));
  const { isUnseen, shown: unitsListed } = useBehind(units, search.unit !== undefined);
  const { chosen: deleting, choose: chooseToDelete } = useChosen(units, "unit");
  useLateParts(lateParts);
  useGone(units, { id: search.assign, word: "unit", address, parameters: "assign" });
  const actions = useMemo(
    () => ({
      open: (unit: UnitListItem, tab: "tasks" | "photos") =>
        address.open({ unit: unit.id, tab: tab === "tasks" ? null : tab }),
      assign: (unit: UnitListItem) => address.open({ assign: unit.id }),
      remove: chooseToDelete,
    }),
    [address, chooseToDelete],
  );

  return (
    <Page>
      <PageHeader
        title={screenTitles["/projects/$projectId/units"]}
        hasNarrowActions
        actions={
          <Button asChild variant="outline">
            <Link to="/projects/$projectId/board" params={{ projectId }} title="Open Board">
              <Grid3x3 aria-hidden /> <span className="max-md:sr-only">Open Board</span>
            </Link>
          </Button>
        }
      />
      <div className={isUnseen ? "invisible" : undefined}>
        {unitsListed === undefined ? (
          <UntilKnown>{!isUnseen && <UnitGridSkeleton />}</UntilKnown>
        ) : (
          <UnitsView
            units={unitsListed}
            filter={search.status ?? "all"}
            alarm={search.alarm}
            isByRisk={search.sort === "risk"}
            sought={search.q ?? ""}
            address={address}
            actions={actions}
          />
        )}
      </div>
      <UnitDetailDialog
        unitId={search.unit}
        units={units}
        tab={search.tab ?? "tasks"}
        address={address}
        panels={panels}
        renderUnsaved={renderUnsaved}
      />
      {renderAssign(
        units?.find((unit) => unit.id === search.assign),
        () => address.close(["assign"]),
      )}
      <DeleteUnitDialog unit={deleting} onClose={() => chooseToDelete(null)} />
    </Page>
  );
}
