import * as z from "zod";

/** At most this many things are put in order at once. */
const maxOrdered = 1000;

/** The ids of things in their new order, each once. */
export const orderInput = z
  .array(z.string("Ids must be text"), "The new order is required")
  .min(1, "The new order is required")
  .max(maxOrdered, `At most ${maxOrdered} can be put in order at once`)
  .refine((ids) => new Set(ids).size === ids.length, "Each id may be in the order only once");

/** The list with the named items in the order named, in the places they had among the others. */
export function inNewOrder<Item>(
  list: readonly Item[],
  named: readonly string[],
  idOf: (item: Item) => string,
): Item[] {
  const itemById = new Map(list.map((item) => [idOf(item), item]));
  const present = named.filter((id) => itemById.has(id));
  const moving = new Set(present);
  const next = present.values();
  return list.map((item) => {
    if (!moving.has(idOf(item))) return item;
    const id = next.next().value;
    return (id === undefined ? undefined : itemById.get(id)) ?? item;
  });
}
