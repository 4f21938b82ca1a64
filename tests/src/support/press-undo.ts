import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Presses Undo on the notice that is shown. The place of notices takes presses a moment after the first of them is drawn. */
export async function pressUndo(user: UserEvent): Promise<void> {
  await waitFor(async () => await user.click(screen.getByRole("button", { name: "Undo" })));
}
