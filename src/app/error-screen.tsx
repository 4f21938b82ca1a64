import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { CloudOff, RotateCw, TriangleAlert } from "lucide-react";
import { useCallback, useEffect } from "react";

import { LoadingScreen } from "../components/layout/loading-screen.tsx";
import { MessagePage } from "../components/layout/message-page.tsx";
import { MissingPartButtons } from "../components/ui/missing-part.tsx";
import { Button } from "../components/ui/button.tsx";
import { useForeignForgotten } from "../hooks/reads/use-foreign-forgotten.ts";
import { useMended } from "../hooks/reads/use-mended.ts";
import { readsAgain, useReadAgain } from "../hooks/reads/use-read-again.ts";
import { useTries } from "../hooks/use-tries.ts";
import { answers } from "../lib/answers/answers.ts";
import { errorCode, errorSentence } from "../lib/errors.ts";
import { missingPartSentence, PartNotLoaded } from "../lib/parts/part-not-loaded.ts";
import { reportSessionEnd } from "../lib/connection/session-end.ts";
import { NotFoundScreen } from "./not-found-screen.tsx";

/** The screen of a page whose read or code failed: never blank, always with a way on. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const code = errorCode(error);
  const loggedOut = code === "unauthenticated";

  useEffect(() => {
    if (loggedOut) reportSessionEnd();
  }, [loggedOut]);

  const again = useCallback(async () => {
    reset();
    await router.invalidate();
  }, [reset, router]);
  const tryAgain = () => {
    // A read that the frame shows too would give the same failure again.
    answers.askStaleAnew();
    void again();
  };

  useForeignForgotten(error, again);
  useMended(error, again);
  useReadAgain(code === null && !(error instanceof PartNotLoaded), again);

  if (error instanceof PartNotLoaded) return <PageNotLoaded error={error} onArrived={again} />;
  if (loggedOut) return <LoadingScreen />;
  if (code === "not_found") return <NotFoundScreen />;
  return (
    <MessagePage
      icon={TriangleAlert}
      title="This page could not be shown"
      description={errorSentence(error)}
      action={
        <Button onClick={tryAgain} {...readsAgain}>
          <RotateCw aria-hidden />
          Try again
        </Button>
      }
    />
  );
}

type PageNotLoadedProps = { error: PartNotLoaded; onArrived: () => Promise<void> };

/** The screen of a page whose code did not arrive. The rest of the app stays as it is. */
function PageNotLoaded({ error, onArrived }: PageNotLoadedProps) {
  const router = useRouter();
  const attempt = useCallback(async () => {
    await error.bring();
    // The router keeps the failure of a page's code until it is told to load it again.
    const routes = router.state.matches.map(({ routeId }) => router.routesById[routeId]);
    await Promise.all(routes.map(async (route) => await router.loadRouteChunk(route)));
    await onArrived();
  }, [error, onArrived, router]);
  const tries = useTries(attempt);
  return (
    <MessagePage
      icon={CloudOff}
      title="This page could not be loaded yet"
      description={missingPartSentence(error.isServerThere)}
      action={<MissingPartButtons {...tries} isServerThere={error.isServerThere} />}
    />
  );
}
