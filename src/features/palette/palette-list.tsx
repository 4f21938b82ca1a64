import type { Choice } from "./choice.ts";
import { PaletteOption } from "./palette-option.tsx";
import type { HitGroup } from "./use-palette-hits.ts";

interface PaletteListProps {
  listId: string;
  groups: readonly HitGroup[];
  text: string;
  active: number;
  optionId: (index: number) => string;
  onPoint: (index: number) => void;
  onTake: (choice: Choice) => void;
}

/** The results under their headings. The arrow keys follow the visible order. */
export function PaletteList(props: PaletteListProps) {
  const { listId, groups, text, active, optionId, onPoint, onTake } = props;
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Results"
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5"
    >
      {groups.map(({ group, choices, first }) => {
        const headingId = `${listId}-${group.replace(" ", "-")}`;
        return (
          <div key={group} role="group" aria-labelledby={headingId} className="mb-1">
            <p id={headingId} className="px-2.5 pt-2 pb-1 text-xs font-semibold text-ink-muted">
              {group}
            </p>
            {choices.map((choice, at) => (
              <PaletteOption
                key={choice.id}
                id={optionId(first + at)}
                choice={choice}
                text={text}
                isActive={first + at === active}
                onPoint={() => onPoint(first + at)}
                onTake={() => onTake(choice)}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}
