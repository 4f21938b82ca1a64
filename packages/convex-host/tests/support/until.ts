// The real one, since tests replace it to move time.
const { setTimeout: realSetTimeout } = globalThis;

/** Resolves once the condition holds; fails after some time (ten seconds of an idle machine), with the last value seen. */
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
