import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Input } from "../../components/ui/input.tsx";
import { useActiveOption } from "../../hooks/use-active-option.ts";
import { PickerOption } from "./picker-option.tsx";
import type { PoolMember } from "./team-groups.ts";

/** Rows are of one height, so that a list of thousands needs no measuring. */
const ROW_PX = 52;

interface MemberPickerProps {
  /** The members that match the text. */
  members: readonly PoolMember[];
  text: string;
  onText: (text: string) => void;
  onPick: (member: PoolMember) => void;
  /** The message when no member matches. */
  nobody: ReactNode;
}

/** A search field over a list of people: arrows move, Enter picks, and so does a click. */
export function MemberPicker({ members, text, onText, onPick, nobody }: MemberPickerProps) {
  const listId = useId();
  const scrollRef = useRef<HTMLDivElement>(null);
  const searchRef = useFirstFocus();
  const virtualizer = useVirtualizer({
    count: members.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });

  const { active, setActive, optionId, fieldProps } = useActiveOption({
    listId,
    count: members.length,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    onTake: (index) => {
      const member = members[index];
      if (member) onPick(member);
    },
  });

  const search = (next: string) => {
    onText(next);
    setActive(0);
    scrollRef.current?.scrollTo({ top: 0 });
  };

  return (
    <>
      <div className="px-5 pt-1 pb-3">
        <Input
          ref={searchRef}
          type="search"
          {...fieldProps}
          aria-label="Search team members"
          placeholder="Search name, email, trade or phone"
          value={text}
          onChange={(event) => search(event.target.value)}
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
                id={optionId(row.index)}
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

/** Focuses the search field when it mounts. It loads later than the dialog, which would focus another element. */
function useFirstFocus() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
