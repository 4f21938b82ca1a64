const pauseMs = 50;

/** Waits between two checks of work that goes on in steps. */
export async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}
