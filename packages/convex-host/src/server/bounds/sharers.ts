import { isStranger } from "../../wire/caller.ts";

/** A client with a part of a shared room: the name of its caller, and the function that ends it. */
export type Sharer = { name: () => string; cut: () => void };

type Part = { name: string; bytes: number };
type Parts = { bytes: number; readonly ofSharers: Map<Sharer, Part> };

/**
 * The parts of a shared room. A full room loses a part of the caller with the most, so the sum of each caller is kept
 * as parts change. Anonymous senders have as many addresses as a network holds. All of them together count as one
 * caller, so that no number of addresses takes room from signed-in callers; among them, the address with the most
 * loses.
 */
export class Sharers {
  readonly #callers = new Map<string, Parts>();
  readonly #strangers = new Map<string, Parts>();
  readonly #partOf = new Map<Sharer, Part>();
  #ofStrangers = 0;
  #bytes = 0;

  /** The bytes of all parts. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The bytes of all anonymous senders. */
  get bytesOfStrangers(): number {
    return this.#ofStrangers;
  }

  bytesOf(sharer: Sharer): number {
    return this.#partOf.get(sharer)?.bytes ?? 0;
  }

  /** The bytes of all clients of this client's caller. */
  bytesOfCallerOf(sharer: Sharer): number {
    const part = this.#partOf.get(sharer);
    return part === undefined ? 0 : (this.#groupOf(part).get(part.name)?.bytes ?? 0);
  }

  /** Sets the bytes of a client, which count to its present caller. A client without bytes is not kept. */
  set(sharer: Sharer, bytes: number): void {
    const before = this.#partOf.get(sharer);
    const name = bytes === 0 ? (before?.name ?? "") : sharer.name();
    if (before !== undefined) this.#take(sharer, before);
    if (bytes === 0) this.#partOf.delete(sharer);
    else this.#put(sharer, { name, bytes });
  }

  /** The client with the most, of the caller with the most; null when there are no bytes. */
  get largest(): Sharer | null {
    const caller = largest(this.#callers);
    const isOfStrangers = this.#ofStrangers >= (caller?.[1].bytes ?? 1);
    return isOfStrangers ? this.largestOfStrangers : largestIn(caller);
  }

  /** The anonymous client with the most, of the address with the most; null without such clients. */
  get largestOfStrangers(): Sharer | null {
    return largestIn(largest(this.#strangers));
  }

  #put(sharer: Sharer, part: Part): void {
    this.#partOf.set(sharer, part);
    const group = this.#groupOf(part);
    const parts = group.get(part.name) ?? { bytes: 0, ofSharers: new Map<Sharer, Part>() };
    group.set(part.name, parts);
    parts.ofSharers.set(sharer, part);
    this.#count(parts, part, part.bytes);
  }

  #take(sharer: Sharer, part: Part): void {
    const group = this.#groupOf(part);
    const parts = group.get(part.name);
    if (parts === undefined) return;
    parts.ofSharers.delete(sharer);
    if (parts.ofSharers.size === 0) group.delete(part.name);
    this.#count(parts, part, -part.bytes);
  }

  #count(parts: Parts, { name }: Part, bytes: number): void {
    parts.bytes += bytes;
    this.#bytes += bytes;
    if (isStranger(name)) this.#ofStrangers += bytes;
  }

  #groupOf({ name }: Part): Map<string, Parts> {
    return isStranger(name) ? this.#strangers : this.#callers;
  }
}

function largestIn(of: [string, Parts] | null): Sharer | null {
  return largest(of?.[1].ofSharers ?? new Map<Sharer, Part>())?.[0] ?? null;
}

function largest<Key, Of extends { bytes: number }>(entries: Map<Key, Of>): [Key, Of] | null {
  let found: [Key, Of] | null = null;
  for (const entry of entries) if (found === null || entry[1].bytes > found[1].bytes) found = entry;
  return found;
}
