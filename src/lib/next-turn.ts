/**
 * Continues in the next task of the event loop, after pending paints and input. A timer would do the same, but waits up
 * to a second in a hidden tab.
 */
export async function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise<void>((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
  port1.close();
}
