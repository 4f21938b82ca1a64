import { useEffect, useState } from "react";

/** The time for which the address waits for the next key. */
const CALM_MS = 250;

/** The text of a search field: at once for the list, and in the address when the typing pauses. */
export function useSearchText(inAddress: string, onSettled: (text: string) => void) {
  const [text, setText] = useState(inAddress);
  const [known, setKnown] = useState(inAddress);
  const [sent, setSent] = useState(inAddress);

  // The address was changed from elsewhere, by Back or a link; an echo of what was typed is none.
  if (inAddress !== known) {
    setKnown(inAddress);
    if (inAddress !== sent) setText(inAddress);
  }

  useEffect(() => {
    if (text === inAddress) return;
    const timer = setTimeout(() => {
      setSent(text);
      onSettled(text);
    }, CALM_MS);
    return () => clearTimeout(timer);
  }, [text, inAddress, onSettled]);

  return [text, setText] as const;
}
