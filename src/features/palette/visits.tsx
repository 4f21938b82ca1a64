import { useVisits } from "./use-visits.ts";

/** Records visits for the palette; it renders nothing. */
export default function Visits() {
  useVisits();
  return null;
}
