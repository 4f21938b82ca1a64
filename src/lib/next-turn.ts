/**
 * Goes on in the next turn of the browser: what it has to paint and to answer comes first. A timer would do the same and wait for a
 * second in a tab that nobody looks at.
 */
export async function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise<void>((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
  port1.close();
}
