import { Chain, Link } from "./chain.ts";

/** One caller in a queue of waiting clients, with its clients. */
export class WaitingCaller<Client> {
  readonly clients = new Chain<Client>();
  readonly place: Link<WaitingCaller<Client>> = new Link<WaitingCaller<Client>>(this);
}

/** A client's place in a queue, and its caller as it began to wait: the caller of a client may change meanwhile. */
export type Turn<Client> = { readonly link: Link<Client>; caller: WaitingCaller<Client> | null };
