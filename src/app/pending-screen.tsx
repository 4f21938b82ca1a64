import { Spinner } from "../components/ui/spinner.tsx";

/** The screen of a page whose code is still loading; the router shows it after 200 ms. */
export function PendingScreen() {
  return (
    <div role="status" className="grid min-h-[40dvh] place-items-center">
      <p className="flex animate-appear items-center gap-2.5 text-base text-ink-muted">
        <Spinner />
        Loading...
      </p>
    </div>
  );
}
