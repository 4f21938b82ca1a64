import type { MouseEvent } from "react";
import type { KeptTyping } from "../../hooks/edits/use-kept-typing.ts";
import { Button } from "./button.tsx";
import { TextNotKept } from "./lazy-text-not-kept.tsx";
import { focusFirstField } from "./focus-field.ts";

/**
 * Offers text that was typed in this form earlier and never saved. Once that is answered, it says where the device does
 * not take what is typed.
 */
export function KeptTypingOffer({ offer, isTyped }: Pick<KeptTyping, "offer" | "isTyped">) {
  if (offer === null) return isTyped && <TextNotKept />;
  const answer = (act: () => void) => (event: MouseEvent) => {
    // The notice unmounts, and the focus would go with it.
    focusFirstField(event.currentTarget.closest("form"));
    act();
  };
  return (
    <div
      data-slot="notice"
      className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-info-soft py-1.5 pr-1.5 pl-3 text-sm text-info-text"
    >
      <span className="min-w-0 flex-1">
        What you entered here before was not saved
        {offer.count > 1 && ` (${String(offer.count)} times)`}.
      </span>
      <span className="flex gap-1">
        <Button size="sm" variant="ghost" onClick={answer(offer.discard)}>
          Discard
        </Button>
        <Button size="sm" variant="secondary" onClick={answer(offer.bringBack)}>
          Bring back
        </Button>
      </span>
    </div>
  );
}
