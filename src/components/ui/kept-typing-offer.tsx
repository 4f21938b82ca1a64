import type { KeptTyping } from "../../hooks/edits/use-kept-typing.ts";
import { Button } from "./button.tsx";

/** Offers what was typed in this form before and never saved. */
export function KeptTypingOffer({ offer }: Pick<KeptTyping, "offer">) {
  if (offer === null) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-info-soft py-1.5 pr-1.5 pl-3 text-sm text-info-text">
      <span className="min-w-0 flex-1">What you typed here before was not saved.</span>
      <span className="flex gap-1">
        <Button size="sm" variant="ghost" onClick={offer.discard}>
          Discard
        </Button>
        <Button size="sm" variant="secondary" onClick={offer.bringBack}>
          Bring back
        </Button>
      </span>
    </div>
  );
}
