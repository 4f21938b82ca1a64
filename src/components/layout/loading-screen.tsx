import { Spinner } from "../ui/spinner.tsx";

/** The screen of a page that waits as a whole. A screen reader says so at once; it becomes visible after 200 ms. */
export function LoadingScreen() {
  return (
    <div role="status" className="grid min-h-(--full) place-items-center">
      <p className="flex animate-late items-center gap-2.5 text-base text-ink-muted">
        <Spinner />
        Loading...
      </p>
    </div>
  );
}
