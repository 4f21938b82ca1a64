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
  /** The watches whose result may differ from the one sent last. */
  readonly unsettled: Chain<Watch<LiveClient>>;
  identity: Identity | null;
  isAdmin: boolean;
  callerKey: CallerKey;
  taker: string | null;
  querySet: number;
  identityVersion: number;
  /** The ids of the watched queries of which the client may have an answer. */
  readonly answered: Set<number>;
  /** The ids of answered queries that the client no longer watches and whose removal it was not told. */
  removed: number[];
  /** True while the client must learn the current time, even when no result changed. */
  owesTransition: boolean;
  /** The time that its next update must reach: the commit of a mutation that it was told of. */
  owedTs: Timestamp;
  /** True while its socket has not taken the last update. */
  isBusy: boolean;
  /** True when something may have changed since its last update. */
  isDue: boolean;
  /** The time since which it waits for its turn, in milliseconds. */
  dueSinceMs: number;
  /** The number of query runs for it since its last update. */
  runs: number;
  /** The milliseconds that its queries took in its current turn. */
  turnMs: number;
  readonly places: Places;
};

/** The links of a client in the queues of waiting clients. */
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
    // A function thread that is gone may have sent answers to these.
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

/** Adds the links to a client and returns the same object. */
export function withPlaces(client: Omit<LiveClient, "places">): LiveClient {
  const placed = client as LiveClient;
  const turn = (): Turn<LiveClient> => ({ link: new Link(placed), caller: null });
  const places: Places = { due: new Link(placed), turn: turn(), urgent: turn() };
  return Object.assign(placed, { places });
}
