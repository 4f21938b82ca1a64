import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/**
 * Moves the row that is picked up to the next place, which is the last one. A row is said to be picked up a moment
 * before it listens to the arrow keys, so the key is pressed until the new place is said.
 */
export async function moveToLast(user: UserEvent, said: string): Promise<void> {
  await waitFor(async () => {
    await user.keyboard("[ArrowDown]");
    screen.getByText(said);
  });
}
