import { Chain, Link } from "./chain.ts";

/** One caller among those of whom a client waits, and these clients. */
export class WaitingCaller<Client> {
  readonly clients = new Chain<Client>();
  readonly place: Link<WaitingCaller<Client>> = new Link<WaitingCaller<Client>>(this);
}

/** A client among those that wait, and the caller by whom it is kept: that of a client may change while it waits. */
export type Turn<Client> = { readonly link: Link<Client>; caller: WaitingCaller<Client> | null };
