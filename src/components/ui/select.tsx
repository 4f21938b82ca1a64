import { Check, ChevronDown } from "lucide-react";
import { Select as RadixSelect } from "radix-ui";
import { type ReactNode, useState } from "react";

import { cn } from "../../lib/cn.ts";
import { controlClasses, controlHeight, quietEdge } from "./control-classes.ts";
import { useFieldControl } from "./field-context.ts";
import { StandIn, useLateTrigger } from "./late-trigger.tsx";
import { keepFocusInside } from "./keep-focus-inside.ts";

export type SelectOption = {
  value: string;
  label: string;
  /** A second, quieter line under the label. */
  description?: string | null | undefined;
  icon?: ReactNode;
};

export type SelectProps = {
  options: readonly SelectOption[];
  /** The chosen value, or null for none (the placeholder shows). */
  value: string | null;
  onValueChange: (value: string) => void;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  /** The accessible name where no Field gives one. */
  "aria-label"?: string | undefined;
  "aria-labelledby"?: string | undefined;
  /** A quieter edge, for a choice in a bar and not in a form. */
  quiet?: boolean | undefined;
  className?: string | undefined;
};

/**
 * One choice out of a list, opened from a button-like box. The list of Radix renders when the box is first used: a page
 * shows many boxes, and people open few of them.
 */
export function Select(props: SelectProps) {
  const [open, setOpen] = useState(false);
  const { isUsed, panelId, button, standIn } = useLateTrigger(open, "combobox");
  return (
    <>
      <button {...button} {...useBox(props)} />
      {isUsed && (
        <SelectList {...props} id={panelId} open={open} onOpenChange={setOpen} standIn={standIn} />
      )}
    </>
  );
}

/** The props of the button of a choice. It shows the chosen option or the placeholder, and an arrow. */
export function useBox(props: SelectProps) {
  const { options, value, placeholder, disabled, quiet = false, className } = props;
  const chosen = options.find((option) => option.value === value);
  return {
    "data-slot": "select",
    ...useFieldControl(),
    "aria-label": props["aria-label"],
    "aria-labelledby": props["aria-labelledby"],
    disabled,
    className: cn(
      controlClasses,
      controlHeight,
      quiet && quietEdge,
      "flex items-center justify-between gap-2 text-left",
      className,
    ),
    children: (
      <>
        <span className="flex min-w-0 items-center gap-2">
          {chosen?.icon}
          {/* A value without its option shows the placeholder. */}
          <span
            className={cn("pointer-events-none truncate", chosen === undefined && "text-ink-muted")}
          >
            {chosen?.label ?? placeholder}
          </span>
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
      </>
    ),
  };
}

type SelectListProps = SelectProps & {
  id: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  standIn: ReturnType<typeof useLateTrigger>["standIn"];
};

/** The list of a choice, and the event handlers of its box. */
function SelectList(props: SelectListProps) {
  const { id, options, value, onValueChange, disabled = false, name, open, onOpenChange } = props;
  return (
    <RadixSelect.Root
      open={open}
      onOpenChange={onOpenChange}
      value={value ?? ""}
      onValueChange={onValueChange}
      disabled={disabled}
      {...(name !== undefined && { name })}
    >
      <RadixSelect.Trigger asChild>
        <StandIn {...props.standIn} />
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          id={id}
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[min(28rem,calc(100vw-1rem))] animate-rise overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-overlay"
        >
          <RadixSelect.Viewport ref={keepFocusInside} className="p-1">
            {options.map((option) => (
              <SelectItem key={option.value} option={option} />
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}

function SelectItem({ option }: { option: SelectOption }) {
  const description = option.description ?? "";
  return (
    <RadixSelect.Item
      value={option.value}
      textValue={option.label}
      className="relative flex min-h-8 cursor-default items-start gap-2 rounded-md py-1.5 pr-8 pl-2 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover touch:min-h-11 touch:py-2.5 touch:text-base"
    >
      {option.icon}
      <span className="min-w-0">
        <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
        {description !== "" && (
          <span className="line-clamp-2 block text-xs text-ink-muted">{description}</span>
        )}
      </span>
      <RadixSelect.ItemIndicator className="absolute top-2 right-2 touch:top-3.5">
        <Check aria-hidden className="size-4 text-accent-text" />
      </RadixSelect.ItemIndicator>
    </RadixSelect.Item>
  );
}
