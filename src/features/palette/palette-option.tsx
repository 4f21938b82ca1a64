import { CornerDownLeft } from "lucide-react";
import { type Piece, markedPieces } from "../../../convex/rules/search/marks.ts";
import { KeyCaps } from "../../components/key-caps.tsx";
import { cn } from "../../lib/cn.ts";
import { type Choice, isText } from "./choice.ts";

interface PaletteOptionProps {
  id: string;
  choice: Choice;
  text: string;
  isActive: boolean;
  onPoint: () => void;
  onTake: () => void;
}

/** One result of the palette: its name with the matches marked, and its place. */
export function PaletteOption({ id, choice, text, isActive, ...acts }: PaletteOptionProps) {
  const { icon: Icon, name, detail, keys } = choice;
  return (
    // The search field keeps the focus and receives the keys.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onPointerMove={acts.onPoint}
      onClick={acts.onTake}
      onKeyDown={({ key }) => key === "Enter" && acts.onTake()}
      className={cn(
        "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 text-base touch:min-h-12 touch:text-touch",
        isActive && "bg-hover",
      )}
    >
      <Icon aria-hidden strokeWidth={1.75} className="size-4 shrink-0 text-ink-muted" />
      <span
        className={cn(
          "flex min-w-0 grow",
          // The text of a note takes up to two lines, and its place is on the next line.
          isText(choice) ? "flex-col py-0.5" : "items-center gap-2.5",
        )}
      >
        <span
          className={cn("min-w-0 shrink", isText(choice) ? "line-clamp-2" : "truncate")}
          title={name}
        >
          <Marked pieces={markedPieces(name, text)} />
        </span>
        {detail !== null && (
          <span className="min-w-0 flex-1 truncate text-sm text-ink-muted" title={detail}>
            <Marked pieces={markedPieces(detail, text)} />
          </span>
        )}
      </span>
      <span className="ml-auto flex shrink-0 items-center touch:hidden">
        {keys !== undefined && <KeyCaps keys={keys} />}
        {keys === undefined && isActive && (
          <CornerDownLeft aria-hidden className="size-3.5 text-ink-faint" />
        )}
      </span>
    </div>
  );
}

function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, isMarked }, at) =>
    isMarked ? (
      <mark key={at} className="bg-transparent font-semibold text-accent-text">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
