import { CircleCheck, Ellipsis, Images, ListPlus, PanelRightOpen, Trash2 } from "lucide-react";
import { useContext } from "react";
import { SelectionContext } from "../../hooks/edits/use-record-selection.ts";
import { Button } from "../../components/ui/button.tsx";
import { DropdownMenuItem } from "../../components/ui/dropdown-menu.tsx";
import { type AfterMenu, LateMenu } from "../../components/ui/late-menu.tsx";
import type { UnitCardProps } from "./unit-card.tsx";

type UnitCardMenuProps = UnitCardProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The actions of a unit card in a menu, for touch screens, which cannot hover. */
export function UnitCardMenu({ open, onOpenChange, ...card }: UnitCardMenuProps) {
  return (
    <LateMenu
      open={open}
      onOpenChange={onOpenChange}
      align="end"
      renderButton={(props) => (
        <Button
          {...props}
          variant="ghost"
          size="icon"
          title="More"
          aria-label={`Actions for ${card.unit.name}`}
          className="z-1 relative -mt-2.5 -mr-2.5 -mb-2"
        >
          <Ellipsis aria-hidden />
        </Button>
      )}
    >
      {(afterMenu) => <UnitActions {...card} afterMenu={afterMenu} />}
    </LateMenu>
  );
}

function UnitActions(props: UnitCardProps & { afterMenu: AfterMenu }) {
  const { unit, actions, mayAssign, mayDelete, afterMenu } = props;
  const selection = useContext(SelectionContext);
  return (
    <>
      <DropdownMenuItem onSelect={afterMenu(() => actions.open(unit, "tasks"))}>
        <PanelRightOpen aria-hidden /> View Details
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={afterMenu(() => actions.open(unit, "photos"))}>
        <Images aria-hidden /> View Photos
      </DropdownMenuItem>
      {selection && (
        <DropdownMenuItem onSelect={() => selection.toggle(unit.id)}>
          <CircleCheck aria-hidden /> Select
        </DropdownMenuItem>
      )}
      {mayAssign && (
        <DropdownMenuItem onSelect={afterMenu(() => actions.assign(unit))}>
          <ListPlus aria-hidden /> Assign Tasks
        </DropdownMenuItem>
      )}
      {mayDelete && (
        <DropdownMenuItem destructive onSelect={afterMenu(() => actions.remove(unit))}>
          <Trash2 aria-hidden /> Delete Unit
        </DropdownMenuItem>
      )}
    </>
  );
}
