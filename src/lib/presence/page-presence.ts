import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api.js";
import { beatMs } from "../../../convex/rules/presence.ts";
import { connection } from "../connection/connection.ts";
import { errorCode } from "../errors.ts";
import { newRequestKey } from "../request-key.ts";
import { typing } from "./typing.ts";

/** The project or unit that a page shows. */
export interface ShownPlace {
  projectId: string;
  unitId?: string;
}

type Client = Pick<ConvexReactClient, "mutation">;

/**
 * Announces to the server which place this page shows, while the page is visible and connected. It sends a message at
 * once after a change, and repeats it now and then, so that the presence of a crashed page expires.
 */
export class PagePresence {
  readonly #client: Client;
  readonly #page = newRequestKey();
  /** The places that parts of the page show, in the order in which they mounted. */
  readonly #places: ShownPlace[] = [];
  /** The last sent message; null after a message that the page has left. */
  #said: string | null = null;
  /** The message that the server refused; it is not said again. */
  #refused: string | null = null;
  #isSaying = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopFollowing: (() => void) | null = null;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Shows a place. Returns a function that ends that. */
  enter(place: ShownPlace): () => void {
    this.#places.push(place);
    this.#stopFollowing ??= this.#follow();
    this.#soon();
    return () => {
      this.#places.splice(this.#places.indexOf(place), 1);
      this.#soon();
    };
  }

  /** Parts of a page mount and unmount together, so the step waits for the next task. */
  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#step());
  }

  readonly #step = (): void => {
    clearTimeout(this.#timer);
    const place = this.#front();
    if (place === undefined) this.#end();
    if (place === undefined || document.hidden) return this.#leave();
    // A message without a connection would be sent when the connection returns, even if the page then shows something
    // else.
    if (connection.snapshot().state !== "live" || this.#isSaying) return;
    const args = { page: this.#page, ...place, ...typing.snapshot() };
    const said = JSON.stringify(args);
    if (said === this.#refused) return;
    void this.#say(args, said);
  };

  async #say(args: { page: string } & ShownPlace, said: string): Promise<void> {
    this.#isSaying = true;
    this.#said = said;
    try {
      await this.#client.mutation(api.presence.look, args);
    } catch (error) {
      if (errorCode(error) !== null) this.#refused = said;
    }
    this.#isSaying = false;
    const isNews = said !== this.#said || said !== this.#words();
    this.#timer = setTimeout(this.#step, isNews ? 0 : beatMs);
  }

  /**
   * The last unit that mounted, because it lies over its project: effects of an inner part may run first. Without a
   * unit, the last part that mounted.
   */
  #front(): ShownPlace | undefined {
    return this.#places.findLast(({ unitId }) => unitId !== undefined) ?? this.#places.at(-1);
  }

  #words(): string {
    return JSON.stringify({ page: this.#page, ...this.#front(), ...typing.snapshot() });
  }

  readonly #leave = (): void => {
    clearTimeout(this.#timer);
    if (this.#said === null || connection.snapshot().state !== "live") return;
    this.#said = null;
    void this.#client.mutation(api.presence.leave, { page: this.#page }).catch(() => undefined);
  };

  #follow(): () => void {
    const ends = [connection.subscribe(this.#step), typing.subscribe(this.#step)];
    document.addEventListener("visibilitychange", this.#step);
    window.addEventListener("pageshow", this.#step);
    window.addEventListener("pagehide", this.#leave);
    return () => {
      for (const end of ends) end();
      document.removeEventListener("visibilitychange", this.#step);
      window.removeEventListener("pageshow", this.#step);
      window.removeEventListener("pagehide", this.#leave);
    };
  }

  #end(): void {
    this.#stopFollowing?.();
    this.#stopFollowing = null;
  }
}

const byClient = new WeakMap<Client, PagePresence>();

/** The presence of this page on a connection. */
export function pagePresence(client: Client): PagePresence {
  const known = byClient.get(client) ?? new PagePresence(client);
  byClient.set(client, known);
  return known;
}
