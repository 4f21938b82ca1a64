import { CatchBoundary, type ErrorComponentProps } from "@tanstack/react-router";
import { RotateCw, TriangleAlert } from "lucide-react";
import { useCallback, useState, type ReactNode } from "react";
import { answers } from "../lib/answers/answers.ts";
import { errorCode, errorSentence } from "../lib/errors.ts";
import { useForeignForgotten } from "../hooks/reads/use-foreign-forgotten.ts";
import { useMended } from "../hooks/reads/use-mended.ts";
import { ownReads, readsAgain, useReadAgain } from "../hooks/reads/use-read-again.ts";
import { Button } from "./ui/button.tsx";
import { EmptyState } from "./ui/empty-state.tsx";

interface PartBoundaryProps {
  /** The name of the content, for the failure message. */
  what?: string;
  children: ReactNode;
}

/** Keeps a failed read to the part of the page that shows it, so that the rest stays usable. */
export function PartBoundary({ what = "This", children }: PartBoundaryProps) {
  const [own] = useState(ownReads);
  // All renders use the same component: a new one would mount again, under a finger or a screen reader's focus.
  const Failed = useCallback(
    (failure: ErrorComponentProps) => <PartFailed {...failure} what={what} own={own} />,
    [what, own],
  );
  return (
    <CatchBoundary getResetKey={() => what} errorComponent={Failed}>
      {children}
    </CatchBoundary>
  );
}

interface PartFailedProps extends ErrorComponentProps {
  what: string;
  /** The reads of the part that nobody asked for. */
  own: ReturnType<typeof ownReads>;
}

function PartFailed({ error, reset, what, own }: PartFailedProps) {
  // Each read mounts the message anew. A screen reader announces the failure once, and those of a person's tries.
  const [isNews] = useState(() => !own.isRecent());
  const readAgain = useCallback(() => {
    own.begin();
    reset();
  }, [own, reset]);
  const tryAgain = () => {
    own.end();
    // A read that another part shows too would give the same failure again.
    answers.askStaleAnew();
    reset();
  };
  useForeignForgotten(error, reset);
  useMended(error, reset);
  useReadAgain(errorCode(error) === null, readAgain);
  // A signed-out user has to leave the whole page.
  if (errorCode(error) === "unauthenticated") throw error;
  return (
    <EmptyState
      role={isNews ? "alert" : undefined}
      icon={TriangleAlert}
      title={`${what} could not be shown`}
      description={errorSentence(error)}
      action={
        <Button variant="secondary" onClick={tryAgain} {...readsAgain}>
          <RotateCw aria-hidden />
          Try again
        </Button>
      }
    />
  );
}
