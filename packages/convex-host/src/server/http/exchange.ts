import type { IncomingMessage, ServerResponse } from "node:http";
import type { Limits } from "../bounds/server-limits.ts";
import type { Logger } from "../../log.ts";
import type { CallerCheck } from "../sync/caller-check.ts";
import type { FunctionThread } from "../keeper/function-thread.ts";
import type { HostAudit } from "../keeper/host-audit.ts";
import type { SharedRoom } from "../bounds/shared-room.ts";
import type { UnreadRoom } from "../bounds/unread-room.ts";
import type { ConnectionBound } from "./connection-bound.ts";
import type { CookieSenders } from "./cookie-senders.ts";
import type { FairTurns } from "./fair-turns.ts";
import type { KnownPaths } from "./known-paths.ts";
import type { ShownMetrics } from "./metrics-route.ts";
import type { SecurityText } from "./security-text.ts";
import type { SignInLimit } from "./sign-in-limit.ts";
import type { RequestMetadata } from "../../wire/caller.ts";
import type { UsedUploads } from "./used-uploads.ts";

/** The services of every route. */
export type HttpServices = {
  thread: FunctionThread;
  check: CallerCheck;
  limits: Limits;
  log: Logger;
  audit: HostAudit;
  siteUrl: string;
  /** The deployment's name for tools. */
  instanceName: string;
  paths: KnownPaths;
  /** Headers of refusals that last until somebody acts. */
  refusalHeaders: Readonly<Record<string, string>>;
  /** Names that only a program or the host gives to functions. */
  fixedVariables: ReadonlySet<string>;
  dataDir: string;
  signInLimit: SignInLimit;
  usedUploads: UsedUploads;
  bound: ConnectionBound;
  turns: FairTurns;
  senders: CookieSenders;
  bodyRoom: SharedRoom;
  actionBodyRoom: SharedRoom;
  /** The unread answers of all callers, also of those on sockets. */
  unreadRoom: UnreadRoom;
  /** The number of proxies in front of the host that name a request's sender. */
  trustedProxies: number;
  securityText: SecurityText;
  /** Null when metrics are off. */
  metrics: ShownMetrics | null;
};

/** One request that is being answered. */
export type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  isLocal: boolean;
  metadata: RequestMetadata;
  /** Resolves when the function thread is done with the work of the request, which may be after its client has gone. */
  over?: Promise<unknown>;
};

export type RouteHandler = (services: HttpServices, exchange: Exchange) => Promise<void>;
