import { type KeyboardEvent, useState } from "react";

import { cn } from "../../lib/cn.ts";
import { EarlyField } from "./early-field.tsx";
import { lazyPart } from "./lazy-part.tsx";
import {
  choicesField,
  choicesLine,
  controlClasses,
  controlHeight,
  quietEdge,
} from "./control-classes.ts";
import { useFieldControl } from "./field-context.ts";
import { StandIn, useLateTrigger } from "./late-trigger.tsx";
import { keepFocusInside } from "./keep-focus-inside.ts";
import { Popover, PopoverContent, PopoverTrigger } from "./popover.tsx";
import { boxContent, Select, type SelectProps } from "./select.tsx";

const OptionPanel = lazyPart(() => import("./option-panel.tsx"), {
  waiting: (
    <>
      <EarlyField placeholder="Search" line={choicesLine} field={choicesField} />
      <div className="h-80" />
    </>
  ),
});

/** The largest number of options that a list shows without a search field. */
const LOOKED_THROUGH = 20;

/**
 * One choice out of a list that may be very long. A long list has a search field and renders only its visible options.
 */
export function LongSelect(props: SelectProps) {
  return props.options.length > LOOKED_THROUGH ? (
    <SearchedSelect {...props} />
  ) : (
    <Select {...props} />
  );
}

function SearchedSelect(props: SelectProps) {
  const { options, value, onValueChange, placeholder, disabled, quiet = false, className } = props;
  const [open, setOpen] = useState(false);
  const { isUsed, panelId, button, standIn } = useLateTrigger(open, "combobox");
  const chosen = options.find((option) => option.value === value);

  const choose = (next: string) => {
    setOpen(false);
    if (next !== value) onValueChange(next);
  };
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setOpen(true);
  };

  return (
    <>
      <button
        {...button}
        aria-haspopup="dialog"
        data-slot="select"
        {...useFieldControl()}
        aria-label={props["aria-label"]}
        aria-labelledby={props["aria-labelledby"]}
        disabled={disabled}
        onPointerEnter={OptionPanel.preload}
        onFocus={() => {
          button.onFocus();
          OptionPanel.preload();
        }}
        onKeyDown={openByArrow}
        className={cn(
          controlClasses,
          controlHeight,
          quiet && quietEdge,
          "flex items-center justify-between gap-2 text-left",
          className,
        )}
      >
        {boxContent(chosen, placeholder)}
      </button>
      {isUsed && (
        <Popover modal open={open} onOpenChange={setOpen}>
          <PopoverTrigger asChild>
            <StandIn {...standIn} />
          </PopoverTrigger>
          {open && (
            <PopoverContent
              id={panelId}
              ref={keepFocusInside}
              aria-label={props["aria-label"] ?? "Choices"}
              className="flex max-h-(--radix-popover-content-available-height) w-[max(18rem,var(--radix-popover-trigger-width))] max-w-[calc(100vw-1rem)] flex-col p-0"
            >
              <OptionPanel options={options} value={value} onChoose={choose} />
            </PopoverContent>
          )}
        </Popover>
      )}
    </>
  );
}
