import { Link } from "@tanstack/react-router";
import { Camera, History, SearchX } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { PartBoundary } from "../../components/part-boundary.tsx";
import { UnitLookers } from "../../components/presence/presence-parts.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "../../components/ui/dialog.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../components/ui/tabs.tsx";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import { useLast } from "../../hooks/use-last.ts";
import { cn } from "../../lib/cn.ts";
import { lastUnit } from "../../lib/device/last-unit.ts";
import { UNIT_STATUS } from "../../lib/status.ts";
import { UnitInfo } from "./unit-info.tsx";
import type { UnitListItem } from "./unit-filter.ts";
import { UNIT_TABS, type UnitTab, type UnitView } from "./units-search.ts";

/** The contents of an open unit, below its heading. */
export type UnitPanels = Record<UnitView, (unit: UnitListItem, onAssign: () => void) => ReactNode>;

const TAB_LABELS: Record<UnitTab, string> = { tasks: "Tasks", photos: "Photos", notes: "Notes" };

interface UnitDetailDialogProps {
  unitId: string | undefined;
  units: readonly UnitListItem[] | undefined;
  tab: UnitView;
  panels: UnitPanels;
  renderUnsaved: (unitId: string) => ReactNode;
  onTab: (tab: UnitView) => void;
  onAssign: (unit: UnitListItem) => void;
  onClose: () => void;
}

/** A unit with its tasks, photos and notes: a panel at a desk, the whole screen on a phone. */
export function UnitDetailDialog(props: UnitDetailDialogProps) {
  const { unitId, units, onClose } = props;
  const shownId = useLast(unitId);
  const unit = units?.find((candidate) => candidate.id === shownId);
  const lastShown = useLast(unit);
  useRememberUnit(unit);
  return (
    <Dialog open={unitId !== undefined} onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="lg"
        aria-describedby={undefined}
        className="h-[min(54rem,calc(var(--full)-2rem))] max-w-6xl max-md:h-(--full) max-md:max-h-(--full) max-md:w-screen max-md:max-w-none max-md:rounded-none max-md:border-0"
      >
        {unit || units === undefined ? (
          <UnitTabs {...props} unit={unit} />
        ) : (
          <MissingUnit
            name={lastShown?.id === shownId ? lastShown?.name : undefined}
            unsaved={shownId !== undefined && props.renderUnsaved(shownId)}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}

/** The camera of the bottom bar offers the unit that was opened last. */
function useRememberUnit(unit: UnitListItem | undefined): void {
  const { id: unitId, projectId, name, projectName } = unit ?? {};
  useEffect(() => {
    if (unitId === undefined || projectId === undefined) return;
    if (name === undefined || projectName === undefined) return;
    lastUnit.set({ projectId, unitId, name, projectName });
  }, [unitId, projectId, name, projectName]);
}

/** One frame while the unit loads and afterwards, so that the focus stays where it is. */
function UnitTabs(props: UnitDetailDialogProps & { unit: UnitListItem | undefined }) {
  const { unit, tab, panels, onTab, onAssign } = props;
  return (
    <Tabs
      value={tab}
      // The first tab gets the focus when the dialog opens, which must not take a history away.
      activationMode={tab === "history" ? "manual" : "automatic"}
      onValueChange={(value) => onTab(value as UnitTab)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogHeader className="pb-2">
        {unit ? <UnitHeading unit={unit} /> : <LoadingHeading />}
      </DialogHeader>
      <div className="flex shrink-0">
        <TabsList className="grow pl-5">
          {UNIT_TABS.map((value) => (
            <TabsTrigger key={value} value={value}>
              {TAB_LABELS[value]}
            </TabsTrigger>
          ))}
        </TabsList>
        <HistoryButton
          isPressed={tab === "history"}
          onPress={() => onTab(tab === "history" ? "tasks" : "history")}
        />
      </div>
      {UNIT_TABS.map((value) => (
        <TabsContent key={value} value={value} asChild>
          <DialogBody
            className={cn(
              "py-4 data-[state=inactive]:hidden max-md:px-4",
              // At a desk the facts of the unit stand beside its tasks.
              value === "tasks" &&
                "lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] lg:content-start lg:gap-6",
            )}
          >
            {unit && value === "tasks" && <UnitInfo unit={unit} />}
            <PartBoundary what={TAB_LABELS[value]}>
              {unit ? (
                panels[value](unit, () => onAssign(unit))
              ) : (
                <UntilKnown>
                  <LoadingPanel />
                </UntilKnown>
              )}
            </PartBoundary>
          </DialogBody>
        </TabsContent>
      ))}
      {tab === "history" && (
        <DialogBody className="py-4 max-md:px-4">
          <PartBoundary what="The history">
            {unit ? (
              panels.history(unit, () => onAssign(unit))
            ) : (
              <UntilKnown>
                <LoadingPanel />
              </UntilKnown>
            )}
          </PartBoundary>
        </DialogBody>
      )}
    </Tabs>
  );
}

/** Shows what has happened to the unit in the place of its tabs. */
function HistoryButton({ isPressed, onPress }: { isPressed: boolean; onPress: () => void }) {
  return (
    <div className="border-b border-line pr-5">
      <button
        type="button"
        aria-pressed={isPressed}
        onClick={onPress}
        className="-mb-px inline-flex h-9 items-center gap-1.5 border-b-2 border-transparent px-0.5 text-base font-medium whitespace-nowrap text-ink-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-pressed:border-accent aria-pressed:text-ink touch:h-11 touch:px-2 [&_svg]:size-4"
      >
        <History aria-hidden /> History
      </button>
    </div>
  );
}

function UnitHeading({ unit }: { unit: UnitListItem }) {
  const status = UNIT_STATUS[unit.status];
  return (
    <>
      <div className="flex min-w-0 items-start gap-2">
        <DialogTitle className="line-clamp-2" title={unit.name}>
          {unit.name}
        </DialogTitle>
        <Badge tone={status.tone} icon={status.icon} className="mt-0.5">
          {status.label}
        </Badge>
        <div className="-my-0.5 ml-auto">
          <UnitLookers key={unit.id} projectId={unit.projectId} unitId={unit.id} />
        </div>
        <CameraLink unit={unit} />
      </div>
      <DialogDescription className="truncate">{unit.projectName}</DialogDescription>
    </>
  );
}

/** The camera is one tap away where the unit fills a phone, whose bar is behind it. */
function CameraLink({ unit: { id, projectId } }: { unit: UnitListItem }) {
  return (
    <Button variant="ghost" size="icon" className="-my-2.5 md:hidden" asChild>
      <Link
        to="/projects/$projectId/units/$unitId/camera"
        params={{ projectId, unitId: id }}
        aria-label="Take photos"
        title="Take photos"
      >
        <Camera aria-hidden />
      </Link>
    </Button>
  );
}

function LoadingHeading() {
  return (
    <>
      <DialogTitle className="sr-only">Unit</DialogTitle>
      <Skeleton className="h-6 w-48 max-w-full" />
      <Skeleton className="h-5 w-32" />
    </>
  );
}

function LoadingPanel() {
  return (
    <div aria-busy className="grid gap-3">
      <Skeleton className="h-14" />
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className="h-20" />
      ))}
    </div>
  );
}

/** The name is known when the unit was deleted while it was open. */
function MissingUnit({ name, unsaved }: { name: string | undefined; unsaved: ReactNode }) {
  return (
    <>
      <DialogHeader>
        <DialogTitle>{name === undefined ? "Unit not found" : `${name} was deleted`}</DialogTitle>
      </DialogHeader>
      <DialogBody>
        <EmptyState
          icon={SearchX}
          title="This unit is not part of the project"
          description={
            name === undefined
              ? "It may have been deleted. Close this window to see the units there are."
              : "Somebody else has deleted it while it was open here, with its tasks, photos and notes."
          }
        />
        {unsaved}
      </DialogBody>
    </>
  );
}
