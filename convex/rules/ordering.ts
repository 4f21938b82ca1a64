/**
 * The list with the named items in the named order. They share the positions that they had; all other items keep
 * theirs.
 */
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

type Ordered<Id> = { _id: Id; sortOrder: number };

/**
 * The changed sort numbers after the named items of an ordered list have exchanged their positions. All other items
 * keep their positions; their numbers change only where two numbers would be equal.
 */
export function reorderedNumbers<Id extends string>(
  list: readonly Ordered<Id>[],
  named: readonly Id[],
): { id: Id; sortOrder: number }[] {
  let previous = -Infinity;
  const numbers = list.map(({ sortOrder }) => (previous = Math.max(sortOrder, previous + 1)));
  return inNewOrder(list, named, (item) => item._id).flatMap((item, place) => {
    const sortOrder = numbers[place] ?? item.sortOrder;
    return sortOrder === item.sortOrder ? [] : [{ id: item._id, sortOrder }];
  });
}
