// The real timer is kept, because tests replace the global one.
const { setTimeout: realSetTimeout } = globalThis;

/** Resolves once the condition holds. Fails with the last value after `withinMs`, or later on a busy machine. */
export async function until<Value>(
  read: () => Value | Promise<Value>,
  accepts: (value: Value) => boolean,
  withinMs = 10_000,
): Promise<Value> {
  for (let turn = 0; turn < withinMs / 2; turn++) {
    const value = await read();
    if (accepts(value)) return value;
    await new Promise((resolve) => realSetTimeout(resolve, 2));
  }
  throw new Error(`Waited in vain; last: ${JSON.stringify(await read())}`);
}
