import { CatchBoundary, type ErrorComponentProps } from "@tanstack/react-router";
import { RotateCw, TriangleAlert } from "lucide-react";
import { useCallback, type ReactNode } from "react";
import { errorCode, errorSentence } from "../lib/errors.ts";
import { useForeignForgotten } from "../hooks/reads/use-foreign-forgotten.ts";
import { readsAgain, useReadAgain } from "../hooks/reads/use-read-again.ts";
import { Button } from "./ui/button.tsx";
import { EmptyState } from "./ui/empty-state.tsx";

interface PartBoundaryProps {
  /** The name of the content, for the failure message. */
  what?: string;
  children: ReactNode;
}

/** Keeps a failed read to the part of the page that shows it, so that the rest stays usable. */
export function PartBoundary({ what = "This", children }: PartBoundaryProps) {
  // All renders use the same component: a new one would mount again, under a finger or a screen reader's focus.
  const Failed = useCallback(
    (failure: ErrorComponentProps) => <PartFailed {...failure} what={what} />,
    [what],
  );
  return (
    <CatchBoundary getResetKey={() => what} errorComponent={Failed}>
      {children}
    </CatchBoundary>
  );
}

function PartFailed({ error, reset, what }: ErrorComponentProps & { what: string }) {
  useForeignForgotten(error, reset);
  useReadAgain(errorCode(error) === null, reset);
  // A signed-out user has to leave the whole page.
  if (errorCode(error) === "unauthenticated") throw error;
  return (
    <EmptyState
      role="alert"
      icon={TriangleAlert}
      title={`${what} could not be shown`}
      description={errorSentence(error)}
      action={
        <Button variant="secondary" onClick={reset} {...readsAgain}>
          <RotateCw aria-hidden />
          Try again
        </Button>
      }
    />
  );
}
