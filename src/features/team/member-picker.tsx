import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Input } from "../../components/ui/input.tsx";
import { PickerOption } from "./picker-option.tsx";
import type { PoolMember } from "./team-types.ts";

/** Rows are of one height, so that a list of thousands needs no measuring. */
const ROW_PX = 52;

interface MemberPickerProps {
  /** Who matches the text. */
  members: readonly PoolMember[];
  text: string;
  onText: (text: string) => void;
  onPick: (member: PoolMember) => void;
  /** What shows when nobody matches. */
  nobody: ReactNode;
}

/** A search field over a list of people: arrows move, Enter picks, and so does a click. */
export function MemberPicker({ members, text, onText, onPick, nobody }: MemberPickerProps) {
  const listId = useId();
  const scrollRef = useRef<HTMLDivElement>(null);
  const searchRef = useFirstFocus();
  const [wanted, setWanted] = useState(0);
  // The list gets shorter while somebody is typing, or when a person was picked here or elsewhere.
  const active = Math.min(wanted, members.length - 1);
  const virtualizer = useVirtualizer({
    count: members.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });

  const move = (step: number) => {
    const next = Math.max(0, Math.min(active + step, members.length - 1));
    setWanted(next);
    virtualizer.scrollToIndex(next);
  };

  const search = (next: string) => {
    onText(next);
    setWanted(0);
    scrollRef.current?.scrollTo({ top: 0 });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepByKey[event.key];
    const member = members[active];
    if (step !== undefined) move(step);
    else if (event.key === "Enter" && !event.nativeEvent.isComposing && member) onPick(member);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className="px-5 pt-1 pb-3">
        <Input
          ref={searchRef}
          type="search"
          role="combobox"
          aria-label="Search team members"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${listId}-${String(active)}` : undefined}
          placeholder="Search by name, e-mail, trade or phone"
          autoComplete="off"
          value={text}
          onChange={(event) => search(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        ref={scrollRef}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-t border-line"
      >
        {members.length === 0 && nobody}
        <div
          id={listId}
          role="listbox"
          aria-label="Team members"
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map((row) => {
            const member = members[row.index];
            if (!member) return null;
            return (
              <PickerOption
                key={member.id}
                id={`${listId}-${String(row.index)}`}
                member={member}
                place={{ start: row.start, index: row.index, count: members.length }}
                active={row.index === active}
                onPick={onPick}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

/** How far these keys move in the list. */
const stepByKey: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
};

/** The list comes later than the dialog, which would give the focus to something else. */
function useFirstFocus() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
