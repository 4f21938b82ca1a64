import { useRef } from "react";

/** Leads from a menu to another part. The focus returns when that part closes, and not before. */
export function useLead<Part>(onPart: (part: Part) => void, onClosed: () => void) {
  const leadsOn = useRef(false);
  const lead = (to: Part) => {
    leadsOn.current = true;
    onPart(to);
  };
  // The menu closes after the other part has taken the focus.
  const returnFocus = (event: Event) => {
    event.preventDefault();
    if (!leadsOn.current) onClosed();
    leadsOn.current = false;
  };
  return { lead, returnFocus };
}
