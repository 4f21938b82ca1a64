import { type ComponentProps, type ReactElement, type ReactNode, useId, useRef } from "react";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from "./dropdown-menu.tsx";
import { StandIn, useLateTrigger } from "./late-trigger.tsx";

type ButtonProps = ReturnType<typeof useLateTrigger>["button"] & {
  id: string;
  "aria-haspopup": "menu";
};

interface LateMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Renders the button of the menu with these props. */
  renderButton: (props: ButtonProps) => ReactElement;
  align: ComponentProps<typeof DropdownMenuContent>["align"];
  /**
   * The actions of the menu; they render while it is open. An action that opens a dialog is made by `afterMenu`: it
   * runs when the menu has closed.
   */
  children: ReactNode | ((afterMenu: AfterMenu) => ReactNode);
}

export type AfterMenu = (act: () => void) => () => void;

/** A menu whose Radix components render with the first use of its button. Lists show one or two of them in a row. */
export function LateMenu(props: LateMenuProps) {
  const { open, onOpenChange, renderButton, align, children } = props;
  const buttonId = useId();
  const { isUsed, panelId, button, standIn } = useLateTrigger(open);
  const chosen = useRef<() => void>(null);
  const afterMenu: AfterMenu = (act) => () => {
    chosen.current = act;
  };
  // A dialog returns the focus to the element that had it before. The menu returns the focus too late for that, so the
  // button gets it first.
  const actChosen = () => {
    const act = chosen.current;
    chosen.current = null;
    if (act === null) return;
    standIn.buttonRef.current?.focus();
    act();
  };
  return (
    <>
      {renderButton({ ...button, id: buttonId, "aria-haspopup": "menu" })}
      {isUsed && (
        <DropdownMenu open={open} onOpenChange={onOpenChange}>
          <DropdownMenuTrigger asChild>
            <StandIn {...standIn} />
          </DropdownMenuTrigger>
          {open && (
            <DropdownMenuContent
              id={panelId}
              align={align}
              aria-labelledby={buttonId}
              onCloseAutoFocus={actChosen}
            >
              {typeof children === "function" ? children(afterMenu) : children}
            </DropdownMenuContent>
          )}
        </DropdownMenu>
      )}
    </>
  );
}
