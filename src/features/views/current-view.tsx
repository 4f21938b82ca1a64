import type { ViewPage } from "../../lib/views.ts";
import { useViews } from "./use-views.ts";

/**
 * The name of the saved view that matches the address; nothing without one. It takes the remaining width, so that
 * nothing moves.
 */
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
