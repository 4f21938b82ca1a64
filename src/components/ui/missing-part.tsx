import { RotateCw } from "lucide-react";

import { Button } from "./button.tsx";

/** The sentence for a part of the app that could not be loaded: the likely cause, and what to do. */
export function missingPartSentence(isServerThere: boolean): string {
  return isServerThere
    ? "The server may have a newer version of the app by now. Reload the page to go on with it."
    : "There is no connection to the server. It is tried again by itself.";
}

type MissingPartButtonsProps = { isTrying: boolean; tryNow: () => void; isServerThere: boolean };

/** Try again, and the way to a newer version: only who presses it leaves the page as it is. */
export function MissingPartButtons({ isTrying, tryNow, isServerThere }: MissingPartButtonsProps) {
  return (
    <>
      <Button variant="secondary" disabled={isTrying} onClick={tryNow}>
        <RotateCw aria-hidden />
        Try again
      </Button>
      {isServerThere && <Button onClick={() => window.location.reload()}>Reload</Button>}
    </>
  );
}
