import { toastStore, type ToastOptions } from "../../lib/toast-store.ts";

/** Shows a notification in place of the previous one; works from anywhere, also outside React. */
export function toast(options: ToastOptions): void {
  toastStore.show(options);
}
