import { FocusScope } from "radix-ui/internal";
import { useStore } from "../../hooks/use-store.ts";
import { createStore } from "../../lib/store.ts";

/** The area of notifications; null until it mounts, which may be after a dialog that opens with the page. */
const area = createStore<HTMLElement | null>(null);

/** Takes the list of notifications when it mounts, as a ref. */
export function noteNotifications(list: HTMLElement | null): void {
  area.set(list?.parentElement ?? null);
}

/** Lets the focus go from the dialog or the question around it to the notifications, and come back. Renders nothing. */
export function WithNotifications() {
  FocusScope.useFocusScopeBranch(useStore(area, (element) => element));
  return null;
}
