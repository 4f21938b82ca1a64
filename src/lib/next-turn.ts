/** Goes on in the next turn of the browser: what it has to paint and to answer comes first. */
export async function nextTurn(): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve));
}
