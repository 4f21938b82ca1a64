import { Chain, Link } from "./chain.ts";
import { type CallerKey, callerKeyOf, type Watch } from "./live-query.ts";
import type { Turn } from "./turn.ts";
import type { ClientRegistration } from "../../wire/live-clients.ts";
import type { Timestamp } from "../../values/timestamp.ts";
import type { Identity } from "../../wire/caller.ts";

/** One connected client, as the function thread knows it. */
export type LiveClient = {
  readonly id: number;
  readonly watches: Map<number, Watch<LiveClient>>;
  /** Those whose result may be another than the one sent last. */
  readonly unsettled: Chain<Watch<LiveClient>>;
  identity: Identity | null;
  isAdmin: boolean;
  callerKey: CallerKey;
  taker: string | null;
  querySet: number;
  identityVersion: number;
  /** The queries that the client watches and may have an answer of. */
  readonly answered: Set<number>;
  /** The queries among these that the client watches no more and was not told of. */
  removed: number[];
  /** True while the client must hear of the current time even when no result changed. */
  owesTransition: boolean;
  /** Its next update must reach this time: the commit of a mutation it was told of. */
  owedTs: Timestamp;
  /** Its socket has not taken the last update yet. */
  isBusy: boolean;
  /** Something may have changed since its last update. */
  isDue: boolean;
  /** Since when it waits for its turn. */
  dueSinceMs: number;
  /** Runs for it since its last update. */
  runs: number;
  /** Milliseconds that its queries took in this turn of it. */
  turnMs: number;
  readonly places: Places;
};

/** The place of a client while it waits. */
type Places = {
  readonly due: Link<LiveClient>;
  readonly turn: Turn<LiveClient>;
  readonly urgent: Turn<LiveClient>;
};

/** A client that has connected, before it watches anything. */
export function openedClient(registration: ClientRegistration): LiveClient {
  const client: Omit<LiveClient, "places"> = {
    id: registration.client,
    watches: new Map(),
    unsettled: new Chain(),
    identity: registration.identity,
    isAdmin: registration.isAdmin,
    callerKey: callerKeyOf(registration.identity),
    taker: registration.taker,
    querySet: registration.querySet,
    identityVersion: registration.identityVersion,
    // A thread that is gone may have answered.
    answered: new Set(registration.queries.map(({ queryId }) => queryId)),
    removed: [],
    owesTransition: registration.querySet > 0 || registration.identityVersion > 0,
    owedTs: 0n,
    isBusy: false,
    isDue: false,
    dueSinceMs: 0,
    runs: 0,
    turnMs: 0,
  };
  return withPlaces(client);
}

/** The client itself, with its places. */
export function withPlaces(client: Omit<LiveClient, "places">): LiveClient {
  const placed = client as LiveClient;
  const turn = (): Turn<LiveClient> => ({ link: new Link(placed), caller: null });
  const places: Places = { due: new Link(placed), turn: turn(), urgent: turn() };
  return Object.assign(placed, { places });
}
