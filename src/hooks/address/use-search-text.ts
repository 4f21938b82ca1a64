import { useEffect, useState } from "react";

/** The pause in typing, in ms, after which the address changes. */
const CALM_MS = 250;

/** The text of a search field: the list follows at once, the address when the typing pauses. */
export function useSearchText(inAddress: string, onSettled: (text: string) => void) {
  const [text, setText] = useState(inAddress);
  const [known, setKnown] = useState(inAddress);
  const [sent, setSent] = useState(inAddress);

  // Back or a link has changed the address. An echo of the typed text does not count.
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
