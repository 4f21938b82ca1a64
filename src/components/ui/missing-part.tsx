import { RotateCw } from "lucide-react";

import { Button } from "./button.tsx";

type MissingPartButtonsProps = { isTrying: boolean; tryNow: () => void; isServerThere: boolean };

/** A button that tries again, and a button that reloads. Only the press of the latter leaves the page. */
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
