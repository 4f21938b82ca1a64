import { createRootRoute } from "@tanstack/react-router";

import { UnknownAddress } from "../app/session-gate.tsx";

export const Route = createRootRoute({ notFoundComponent: UnknownAddress });
