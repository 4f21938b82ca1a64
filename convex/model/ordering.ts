import { inNewOrder } from "./inputs/ordering.ts";

type Ordered<Id> = { _id: Id; sortOrder: number };

/**
 * What changes when the named items of an ordered list take each other's places in the order named. Items that are not
 * named stay where they are; numbers move only as far as they must to be told apart.
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
