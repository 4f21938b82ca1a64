import { useVisits } from "./use-visits.ts";

/** Remembers what is visited for the palette; nothing is seen of it. */
export default function Visits() {
  useVisits();
  return null;
}
