import { useKeptNames } from "./use-kept-names.ts";
import { useVisits } from "./use-visits.ts";

/** Records visits for the palette, and stores the units that it finds without a network; it renders nothing. */
export default function Visits(props: { projects: readonly { id: string; status: string }[] }) {
  useVisits();
  useKeptNames(props.projects);
  return null;
}
