import type { ViewPage } from "../../lib/views.ts";
import { useViews } from "./use-views.ts";

/** The name of the view that the address is; nothing where it is none. It takes the room that is left, and moves nothing. */
export default function CurrentView({ page }: { page: ViewPage }) {
  const { current } = useViews(page);
  return (
    current && (
      <p title={current.name} className="w-0 grow truncate text-base text-ink-muted">
        <span className="sr-only">View: </span>
        {current.name}
      </p>
    )
  );
}
