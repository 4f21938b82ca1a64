import { type ComponentProps, type ReactElement, type ReactNode, useId } from "react";
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
  /** Called when the menu has closed, before the focus returns to its button. */
  onClosed?: (button: HTMLButtonElement | null) => void;
  /** The actions of the menu; they render while it is open. */
  children: ReactNode;
}

/** A menu whose Radix components render with the first use of its button. Lists show one or two of them in a row. */
export function LateMenu(props: LateMenuProps) {
  const { open, onOpenChange, renderButton, align, onClosed, children } = props;
  const buttonId = useId();
  const { isUsed, panelId, button, standIn } = useLateTrigger(open);
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
              onCloseAutoFocus={() => onClosed?.(standIn.buttonRef.current)}
            >
              {children}
            </DropdownMenuContent>
          )}
        </DropdownMenu>
      )}
    </>
  );
}
