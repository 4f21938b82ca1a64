import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { RotateCw, TriangleAlert } from "lucide-react";
import { useEffect } from "react";

import { LoadingScreen } from "../components/layout/loading-screen.tsx";
import { MessagePage } from "../components/layout/message-page.tsx";
import { Button } from "../components/ui/button.tsx";
import { errorCode, errorSentence } from "../lib/errors.ts";
import { reportSessionEnd } from "../lib/session-end.ts";
import { NotFoundScreen } from "./not-found-screen.tsx";

/** The screen of a page whose read or code failed: never blank, always with a way on. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const code = errorCode(error);
  const loggedOut = code === "unauthenticated";

  useEffect(() => {
    if (loggedOut) reportSessionEnd();
  }, [loggedOut]);

  if (loggedOut) return <LoadingScreen />;
  if (code === "not_found") return <NotFoundScreen />;
  return (
    <MessagePage
      icon={TriangleAlert}
      title="This page could not be shown"
      description={errorSentence(error)}
      action={
        <Button
          onClick={() => {
            reset();
            void router.invalidate();
          }}
        >
          <RotateCw aria-hidden />
          Try again
        </Button>
      }
    />
  );
}
