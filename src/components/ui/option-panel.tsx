import { useVirtualizer } from "@tanstack/react-virtual";
import { Check, Search } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";

import { choicesField, choicesLine } from "./control-classes.ts";
import type { SelectOption } from "./select.tsx";
import { typedAhead } from "../../lib/typed-ahead.ts";
import { useActiveOption } from "../../hooks/use-active-option.ts";

/** Rows have one of two heights, so that a list of thousands needs no measuring; both suit a finger. */
const ROW_PX = 44;
const DESCRIBED_ROW_PX = 56;

interface OptionPanelProps {
  options: readonly SelectOption[];
  value: string | null;
  onChoose: (value: string) => void;
}

/** A search field over a long list of options: arrows move, Enter chooses, and so does a click. */
export default function OptionPanel(props: OptionPanelProps) {
  const { options, value, onChoose } = props;
  const listId = useId();
  const { text, search, shown, choice, scrollRef, virtualizer } = useOptionSearch(listId, props);
  const { active, setActive, optionId, fieldProps } = choice;
  const searchRef = useRef<HTMLInputElement>(null);
  // The panel mounts later than the element that opens it, which would keep the focus.
  useEffect(() => searchRef.current?.focus(), []);

  return (
    <>
      <div className={choicesLine}>
        <Search aria-hidden className="size-4 shrink-0 text-ink-muted" />
        <input
          ref={searchRef}
          type="text"
          {...fieldProps}
          aria-label="Search"
          placeholder="Search"
          spellCheck={false}
          value={text}
          onChange={(event) => search(event.target.value)}
          className={choicesField}
        />
        <span role="status" className="text-xs text-ink-muted tabular-nums">
          {text === "" ? options.length : `${String(shown.length)} of ${String(options.length)}`}
        </span>
      </div>
      {shown.length === 0 && (
        <p className="px-2 pt-6 text-center text-sm text-ink-muted">Nothing matches “{text}”.</p>
      )}
      <div
        ref={scrollRef}
        id={listId}
        role="listbox"
        aria-label="Choices"
        className="h-80 min-h-0 overflow-y-auto overscroll-contain p-1"
      >
        <div
          role="presentation"
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ index, key, start, size }) => {
            const option = shown[index];
            if (!option) return null;
            return (
              <PanelOption
                key={key}
                id={optionId(index)}
                option={option}
                place={{ start, size, index, count: shown.length }}
                active={index === active}
                chosen={option.value === value}
                onPoint={() => setActive(index)}
                onChoose={onChoose}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

/** The options that match the typed text, and the active one among them. */
function useOptionSearch(listId: string, { options, value, onChoose }: OptionPanelProps) {
  const [text, setText] = useState(typedAhead.text);
  const shown = useMemo(() => options.filter((option) => matches(option, text)), [options, text]);
  const scrollRef = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: (index) => ((shown[index]?.description ?? "") === "" ? ROW_PX : DESCRIBED_ROW_PX),
    getItemKey: (index) => shown[index]?.value ?? index,
    overscan: 6,
  });

  const [first] = useState(() =>
    Math.max(0, text === "" ? options.findIndex((option) => option.value === value) : 0),
  );
  const choice = useActiveOption({
    listId,
    count: shown.length,
    first,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    onTake: (index) => {
      const option = shown[index];
      if (option) onChoose(option.value);
    },
  });

  // The chosen option is in view when the panel opens.
  useEffect(() => {
    virtualizer.scrollToIndex(first, { align: "center" });
  }, [virtualizer, first]);

  const search = (next: string) => {
    setText(next);
    choice.setActive(0);
    virtualizer.scrollToOffset(0);
  };
  return { text, search, shown, choice, scrollRef, virtualizer };
}

interface PanelOptionProps {
  id: string;
  option: SelectOption;
  place: { start: number; size: number; index: number; count: number };
  active: boolean;
  chosen: boolean;
  onPoint: () => void;
  onChoose: (value: string) => void;
}

/** One option. The search field keeps the focus, so it takes clicks only. */
function PanelOption({ id, option, place, active, chosen, onPoint, onChoose }: PanelOptionProps) {
  const description = option.description ?? "";
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-posinset={place.index + 1}
      aria-setsize={place.count}
      data-active={active || undefined}
      onPointerMove={active ? undefined : onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(option.value)}
      className="absolute inset-x-0 flex w-full cursor-default items-center gap-2 rounded-md px-2 text-left text-sm select-none data-active:bg-hover touch:text-base"
      style={{ top: place.start, height: place.size }}
    >
      {option.icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{option.label}</span>
        {description !== "" && (
          <span className="block truncate text-xs text-ink-muted">{description}</span>
        )}
      </span>
      {chosen && <Check aria-hidden className="size-4 shrink-0 text-accent-text" />}
    </button>
  );
}

function matches({ label, description }: SelectOption, text: string): boolean {
  const sought = text.trim().toLocaleLowerCase();
  return `${label}\n${description ?? ""}`.toLocaleLowerCase().includes(sought);
}
