import { Tooltip as RadixTooltip } from "radix-ui";
import { type ReactElement, type ReactNode, useState } from "react";

type TooltipProps = {
  /** The reason or hint; it also describes the control to assistive technology. */
  text: ReactNode;
  /** One control that can be focused. */
  children: ReactElement;
};

/** A short text beside a control: shown when the pointer or the focus is on it, and by a tap. */
export function Tooltip({ text, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  return (
    <RadixTooltip.Provider delayDuration={150}>
      <RadixTooltip.Root open={open} onOpenChange={setOpen}>
        <RadixTooltip.Trigger
          asChild
          // A tap neither hovers nor keeps the focus, so a click opens the text; its default would close it again.
          onClick={(event) => {
            event.preventDefault();
            setOpen(true);
          }}
          onPointerDown={(event) => event.preventDefault()}
        >
          {children}
        </RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            data-slot="tooltip"
            sideOffset={4}
            collisionPadding={8}
            className="z-50 max-w-64 animate-appear rounded-md border border-line bg-raised px-2.5 py-1.5 text-xs text-ink shadow-overlay"
          >
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
