import { useState } from "react";

/** True from the first time that something holds: a panel that was open draws itself while it fades out. */
export function useHasBeen(holds: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(holds);
  if (holds && !hasBeen) setHasBeen(true);
  return hasBeen;
}
