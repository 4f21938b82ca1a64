import { Outlet, useRouterState } from "@tanstack/react-router";
import { RotateCw, ServerCrash } from "lucide-react";
import type { ReactNode } from "react";

import { LoadingScreen } from "../components/layout/loading-screen.tsx";
import { lazyPart } from "../components/ui/lazy-part.tsx";
import { MessagePage } from "../components/layout/message-page.tsx";
import { Button } from "../components/ui/button.tsx";
import { OutboxSession } from "../features/outbox/outbox-session.tsx";
import { CompanyZoneReader } from "../features/session/company-zone-reader.ts";
import { SignInRedirect } from "../features/session/sign-in-redirect.tsx";
import { RequirePermission } from "../features/shell/require-permission.tsx";
import { Shell } from "../features/shell/shell.tsx";
import { useStandsAlone } from "../features/shell/use-stands-alone.ts";
import { WithViews } from "../features/views/with-views.tsx";
import { useSession } from "../hooks/people/use-session.ts";
import { ViewerContext } from "../hooks/people/use-viewer.ts";
import { errorSentence } from "../lib/errors.ts";
import { BackgroundWorkBar } from "./background-work-bar.tsx";
import { ChosenPhotos } from "./chosen-photos.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { QuickParts } from "./quick-parts.tsx";
import { TypedTexts } from "./typed-texts.tsx";

const Landing = lazyPart(() => import("./landing-screen.tsx"), { waiting: <LoadingScreen /> });

/** Every signed-in page. Signed out, "/" is the landing page and the others lead to signing in. */
export function Workspace() {
  const isHome = useRouterState({ select: ({ location }) => location.pathname === "/" });
  return (
    <SessionGate signedOut={isHome ? <Landing /> : <SignInRedirect />}>
      <Outlet />
    </SessionGate>
  );
}

/** An address that no route knows: the landing page signed out, "Page not found" signed in. */
export function UnknownAddress() {
  return (
    <SessionGate signedOut={<Landing />}>
      <NotFoundScreen />
    </SessionGate>
  );
}

/** Nothing lies over a page that fills the screen; the camera shows the progress of each shot itself. */
function WorkInProgress() {
  return useStandsAlone() ? null : <BackgroundWorkBar />;
}

type SessionGateProps = { signedOut: ReactNode; children: ReactNode };

function SessionGate({ signedOut, children }: SessionGateProps) {
  const session = useSession();
  switch (session.state) {
    case "loading":
      return <LoadingScreen />;
    case "failed":
      return <SessionFailure error={session.error} onRetry={session.retry} />;
    case "signed-out":
      return signedOut;
    case "signed-in":
      return (
        <ViewerContext value={session.viewer}>
          <OutboxSession>
            <ChosenPhotos />
            <TypedTexts />
          </OutboxSession>
          <Shell>
            <RequirePermission
              permission="project:read"
              refusal="Your account has no role in this workspace. Ask an administrator for one."
            >
              <CompanyZoneReader />
              <WithViews>{children}</WithViews>
            </RequirePermission>
          </Shell>
          <QuickParts />
          <WorkInProgress />
        </ViewerContext>
      );
  }
}

function SessionFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <MessagePage
      icon={ServerCrash}
      title="The server could not be reached"
      description={errorSentence(error)}
      action={
        <Button onClick={onRetry}>
          <RotateCw aria-hidden />
          Try again
        </Button>
      }
    />
  );
}
