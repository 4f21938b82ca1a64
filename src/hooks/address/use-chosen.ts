import { useCallback, useEffect, useState } from "react";
import { outbox } from "../../lib/outbox/outbox.ts";
import { toastStore } from "../../lib/toast-store.ts";
import type { DialogAddress } from "./use-dialog-address.ts";

/**
 * One item of a live list that a question is about, with its present values. When it is deleted elsewhere, the choice
 * is cleared and a notification says so. Clear the choice before you delete the item yourself.
 */
export function useChosen<Item extends { id: string }>(
  items: readonly Item[] | undefined,
  word: string,
) {
  const [id, setId] = useState<string | null>(null);
  const chosen = items?.find((item) => item.id === id || item.id === outbox.recordOf(id ?? ""));
  const hasVanished = id !== null && items !== undefined && chosen === undefined;
  useEffect(() => {
    if (!hasVanished) return;
    setId(null);
    sayGone(word);
  }, [hasVanished, word]);
  const choose = useCallback((item: Item | null) => setId(item?.id ?? null), []);
  return { chosen, choose };
}

interface DialogOfRecord {
  /** The id of the record that the address names; undefined while no dialog is open. */
  id: string | undefined;
  word: string;
  address: DialogAddress;
  /** The search parameters of the dialog, separated by spaces. */
  parameters: string;
}

/**
 * Closes a dialog of the address when its record was deleted elsewhere, and says so. `items` is the whole list. A
 * record that it has not had yet may be newer than a list of an earlier visit. Leave a question out that deletes the
 * record itself.
 */
export function useGone(
  items: readonly { id: string }[] | undefined,
  { id, word, address, parameters }: DialogOfRecord,
): void {
  const [seen, setSeen] = useState<string>();
  const isHere = items?.some((item) => item.id === id) ?? false;
  if (seen !== id && (isHere || id === undefined)) setSeen(id);
  const isGone = items !== undefined && id !== undefined && seen === id && !isHere;
  useEffect(() => {
    if (!isGone) return;
    address.close(parameters.split(" "));
    sayGone(word);
  }, [isGone, word, address, parameters]);
}

/** Shows that the open record was deleted, by another person or by the same one in another window. */
function sayGone(word: string): void {
  toastStore.show({
    title: `This ${word} is no longer here`,
    description: "It was removed meanwhile.",
  });
}
