import { type KeyboardEvent, useState } from "react";

import { EarlyField } from "./early-field.tsx";
import { lazyPart } from "./lazy-part.tsx";
import { choicesField, choicesLine } from "./control-classes.ts";
import { StandIn, useLateTrigger } from "./late-trigger.tsx";
import { keepFocusInside } from "./keep-focus-inside.ts";
import { Popover, PopoverContent, PopoverTrigger } from "./popover.tsx";
import { Select, type SelectProps, useBox } from "./select.tsx";

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
  const { options, value, onValueChange } = props;
  const [open, setOpen] = useState(false);
  const { isUsed, panelId, button, standIn } = useLateTrigger(open, "combobox");

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
        {...useBox(props)}
        aria-haspopup="dialog"
        onPointerEnter={OptionPanel.preload}
        onFocus={() => {
          button.onFocus();
          OptionPanel.preload();
        }}
        onKeyDown={openByArrow}
      />
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
