import { useState } from "react";

/** True once the argument has been true. A panel that was open must stay mounted while it fades out. */
export function useHasBeen(holds: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(holds);
  if (holds && !hasBeen) setHasBeen(true);
  return hasBeen;
}
