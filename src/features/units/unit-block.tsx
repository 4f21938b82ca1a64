import { Hourglass } from "lucide-react";
import { useState } from "react";
import { BlockBadge } from "../../components/block-badge.tsx";
import { TitledDialog } from "../../components/titled-dialog.tsx";
import { Button } from "../../components/ui/button.tsx";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { useCan } from "../../hooks/people/use-viewer.ts";
import { outbox } from "../../lib/outbox/outbox.ts";
import type { UnitListItem } from "./unit-filter.ts";

const BlockForm = lazyPart(
  async () => ({ default: (await import("../../components/block-form.tsx")).BlockForm }),
  { waiting: <div className="h-72" /> },
);

/** The block of a unit, and the button that blocks or unblocks it. A completed unit has none. */
export function UnitBlock({ unit }: { unit: UnitListItem }) {
  const mayChange = useCan("unit:write");
  const [open, setOpen] = useState(false);
  if (unit.status === "completed") return null;
  const isBlocked = unit.blockedReason !== null;
  return (
    <div className="grid gap-1">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <BlockBadge block={unit} />
        {mayChange && (
          <Button
            variant="ghost"
            size="sm"
            className={isBlocked ? undefined : "-ml-2.5"}
            onPointerEnter={BlockForm.preload}
            onFocus={BlockForm.preload}
            onClick={() => setOpen(true)}
          >
            <Hourglass aria-hidden /> {isBlocked ? "Change Block" : "Block Unit"}
          </Button>
        )}
      </div>
      {unit.blockedNote !== null && (
        <p className="text-sm break-words text-ink-muted">{unit.blockedNote}</p>
      )}
      <TitledDialog
        open={open}
        onClose={() => setOpen(false)}
        size="sm"
        title={isBlocked ? "Change Block" : "Block Unit"}
        description={<span className="line-clamp-2">{unit.name}</span>}
      >
        <BlockForm
          block={unit}
          subject={unit.id}
          record={{ id: unit.id, unitId: unit.id }}
          onSave={async (sent, isHeld) =>
            await outbox.answered(await outbox.do("unit.update", { unitId: unit.id, ...sent }), {
              isHeld,
            })
          }
          onDone={() => setOpen(false)}
        />
      </TitledDialog>
    </div>
  );
}
