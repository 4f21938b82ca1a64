import { Spinner } from "../ui/spinner.tsx";

/** The whole page waits. Says so at once to a screen reader and after 200 ms to the eye. */
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
