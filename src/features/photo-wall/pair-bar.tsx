import { Link } from "@tanstack/react-router";
import { SquareSplitHorizontal } from "lucide-react";
import { Button } from "../../components/ui/button.tsx";

/** The instruction for each number of chosen photos. */
const WORDS = ["Choose two photos", "Choose one more photo", "Two photos chosen"] as const;

interface PairBarProps {
  projectId: string;
  /** The chosen photos, the older one first. */
  pair: readonly string[];
  onCancel: () => void;
}

/** A bar that stays in view while photos are chosen: the number of photos, and the link to the comparison. */
export function PairBar({ projectId, pair, onCancel }: PairBarProps) {
  const [left, right] = pair;
  return (
    <div
      role="region"
      aria-label="Photos to compare"
      className="sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-3 py-2 shadow-overlay max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))]"
    >
      <p role="status" className="min-w-44 text-base max-md:basis-full font-medium">
        {WORDS[pair.length]}
      </p>
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
      {left === undefined || right === undefined ? (
        <Button disabled>
          <SquareSplitHorizontal aria-hidden /> Compare
        </Button>
      ) : (
        <Button asChild>
          <Link to="/projects/$projectId/compare" params={{ projectId }} search={{ left, right }}>
            <SquareSplitHorizontal aria-hidden /> Compare
          </Link>
        </Button>
      )}
    </div>
  );
}
