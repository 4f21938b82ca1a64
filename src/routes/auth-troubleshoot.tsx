import { createFileRoute } from "@tanstack/react-router";

import { TroubleshootingPage } from "../features/sign-in/troubleshooting-page.tsx";

export const Route = createFileRoute("/auth-troubleshoot")({ component: TroubleshootingPage });
