import { CircleCheck, Ellipsis, Images, ListPlus, PanelRightOpen, Trash2 } from "lucide-react";
import { useContext, useId } from "react";
import { SelectionContext } from "../../hooks/edits/use-record-selection.ts";
import { Button } from "../../components/ui/button.tsx";
import { StandIn, useLateTrigger } from "../../components/ui/late-trigger.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../components/ui/dropdown-menu.tsx";
import type { UnitCardProps } from "./unit-card.tsx";

type UnitCardMenuProps = UnitCardProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The actions of a unit card in a menu, for touch screens, which cannot hover. */
export function UnitCardMenu(props: UnitCardMenuProps) {
  const { unit, open } = props;
  const buttonId = useId();
  const { isUsed, panelId, button, standIn } = useLateTrigger(open);
  return (
    <>
      <Button
        {...button}
        id={buttonId}
        aria-haspopup="menu"
        variant="ghost"
        size="icon"
        title="More"
        aria-label={`Actions for ${unit.name}`}
        className="z-1 relative -mt-2.5 -mr-2.5 -mb-2"
      >
        <Ellipsis aria-hidden />
      </Button>
      {isUsed && <OpenMenu {...props} buttonId={buttonId} panelId={panelId} standIn={standIn} />}
    </>
  );
}

type OpenMenuProps = UnitCardMenuProps & {
  buttonId: string;
  panelId: string;
  standIn: ReturnType<typeof useLateTrigger>["standIn"];
};

function OpenMenu(props: OpenMenuProps) {
  const { unit, actions, mayAssign, mayDelete, open, onOpenChange, buttonId, panelId, standIn } =
    props;
  const selection = useContext(SelectionContext);
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange}>
      <DropdownMenuTrigger asChild>
        <StandIn {...standIn} />
      </DropdownMenuTrigger>
      {open && (
        <DropdownMenuContent id={panelId} align="end" aria-labelledby={buttonId}>
          <DropdownMenuItem onSelect={() => actions.open(unit, "tasks")}>
            <PanelRightOpen aria-hidden /> View Details
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => actions.open(unit, "photos")}>
            <Images aria-hidden /> View Photos
          </DropdownMenuItem>
          {selection && (
            <DropdownMenuItem onSelect={() => selection.toggle(unit.id)}>
              <CircleCheck aria-hidden /> Select
            </DropdownMenuItem>
          )}
          {mayAssign && (
            <DropdownMenuItem onSelect={() => actions.assign(unit)}>
              <ListPlus aria-hidden /> Assign Tasks
            </DropdownMenuItem>
          )}
          {mayDelete && (
            <DropdownMenuItem destructive onSelect={() => actions.remove(unit)}>
              <Trash2 aria-hidden /> Delete Unit
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      )}
    </DropdownMenu>
  );
}
