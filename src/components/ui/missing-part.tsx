import { RotateCw } from "lucide-react";

import { Button } from "./button.tsx";

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
