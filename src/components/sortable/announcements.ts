import type { Announcements, UniqueIdentifier } from "@dnd-kit/core";

/** The announcements of a screen reader while a row of the list is moved: names and places instead of ids. */
export function announcementsFor(items: readonly { id: string; name: string }[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => items.find((item) => item.id === id)?.name;
  const placeOf = (id: UniqueIdentifier) =>
    `position ${items.findIndex((item) => item.id === id) + 1} of ${items.length}`;
  let isFirst = true;
  return {
    onDragStart: ({ active }) => {
      isFirst = true;
      return `Picked up ${nameOf(active.id) ?? "a row"}, ${placeOf(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      // A row that was just picked up lies over itself. Announcing that would cut off the first words.
      const isNews = !isFirst || over?.id !== active.id;
      isFirst = false;
      const name = nameOf(active.id);
      return over && isNews && name !== undefined
        ? `${name} is at ${placeOf(over.id)}.`
        : undefined;
    },
    onDragEnd: ({ active, over }) => {
      const name = nameOf(active.id);
      return name === undefined ? GONE : `${name} was dropped at ${placeOf((over ?? active).id)}.`;
    },
    onDragCancel: ({ active }) => {
      const name = nameOf(active.id);
      return name === undefined ? GONE : `${name} was put back.`;
    },
  };
}

/** The announcement for a row that another person has deleted meanwhile. */
const GONE = "The moved row is no longer here.";
