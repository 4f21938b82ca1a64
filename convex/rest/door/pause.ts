const pauseMs = 50;

/** The time between two looks at work that goes on in steps. */
export async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}
