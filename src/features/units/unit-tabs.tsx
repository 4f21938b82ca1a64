import { History } from "lucide-react";
import { memo } from "react";
import { DialogBody, DialogHeader } from "../../components/ui/dialog.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../components/ui/tabs.tsx";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { cn } from "../../lib/cn.ts";
import type { UnitListItem } from "./unit-filter.ts";
import { LoadingHeading, UnitHeading } from "./unit-heading.tsx";
import { UnitInfo } from "./unit-info.tsx";
import { UnitPanel, type UnitPanels, useUnitFacts } from "./unit-panel.tsx";
import { UNIT_TABS, type UnitTab, type UnitView } from "./units-search.ts";

const TAB_LABELS: Record<UnitTab, string> = { tasks: "Tasks", photos: "Photos", notes: "Notes" };

interface UnitTabsProps {
  unit: UnitListItem | undefined;
  tab: UnitView;
  address: DialogAddress;
  panels: UnitPanels;
}

/** The tabs of an open unit. The same elements render before and after loading, so that the focus stays where it is. */
export function UnitTabs({ unit, tab, address, panels }: UnitTabsProps) {
  const facts = useUnitFacts(unit, address);
  return (
    <Tabs
      value={tab}
      // The first tab gets the focus when the dialog opens. With automatic activation that would leave the history.
      activationMode={tab === "history" ? "manual" : "automatic"}
      onValueChange={(value) => goTo(address, value as UnitTab)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogHeader className="pb-2">
        {unit ? (
          <UnitHeading
            unitId={unit.id}
            name={unit.name}
            status={unit.status}
            projectId={unit.projectId}
            projectName={unit.projectName}
          />
        ) : (
          <LoadingHeading />
        )}
      </DialogHeader>
      <TabBar tab={tab} address={address} />
      {UNIT_TABS.map((value) => (
        <TabsContent key={value} value={value} asChild>
          <DialogBody
            className={cn(
              "py-4 data-[state=inactive]:hidden max-md:px-4",
              // On a desktop the facts of the unit stand beside its tasks.
              unit !== undefined &&
                value === "tasks" &&
                "lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] lg:content-start lg:gap-6",
            )}
          >
            {unit && value === "tasks" && <UnitInfo key={unit.id} unit={unit} />}
            <UnitPanel what={TAB_LABELS[value]} panel={panels[value]} facts={facts} />
          </DialogBody>
        </TabsContent>
      ))}
      {tab === "history" && (
        <DialogBody className="py-4 max-md:px-4">
          <UnitPanel what="The history" panel={panels.history} facts={facts} />
        </DialogBody>
      )}
    </Tabs>
  );
}

function goTo(address: DialogAddress, tab: UnitView): void {
  address.change({ tab: tab === "tasks" ? null : tab });
}

const TabBar = memo(function TabBar({ tab, address }: { tab: UnitView; address: DialogAddress }) {
  return (
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
        onPress={() => goTo(address, tab === "history" ? "tasks" : "history")}
      />
    </div>
  );
});

/** Shows the history of the unit in place of its tabs. */
function HistoryButton({ isPressed, onPress }: { isPressed: boolean; onPress: () => void }) {
  return (
    <div className="border-b border-line pr-2">
      <button
        type="button"
        aria-pressed={isPressed}
        data-focus={isPressed ? "first" : undefined}
        onClick={onPress}
        className="-mb-px inline-flex h-9 items-center gap-1.5 border-b-2 border-transparent px-1.5 text-base font-medium whitespace-nowrap text-ink-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-pressed:border-accent aria-pressed:text-ink touch:h-11 [&_svg]:size-4"
      >
        <History aria-hidden /> History
      </button>
    </div>
  );
}
