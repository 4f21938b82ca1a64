import { FocusScope } from "radix-ui/internal";

/** Lets the focus go from the dialog or the question around it to the notifications, and come back. Renders nothing. */
export function WithNotifications() {
  FocusScope.useFocusScopeBranch(
    document.querySelector("[data-slot=toaster]")?.parentElement ?? null,
  );
  return null;
}
