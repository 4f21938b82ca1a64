/** The part of a node of React's tree that tells whether its component ran. */
interface Fiber {
  tag: number;
  flags: number;
  type: unknown;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

type Hook = { drawn: string[]; [other: string]: unknown };

const hookName = "__REACT_DEVTOOLS_GLOBAL_HOOK__";

/** Components made of functions, bare, with a reference, and remembered. */
const functionTags: ReadonlySet<number> = new Set([0, 11, 14, 15]);

/** The mark of React on what it has run. */
const performedWork = 1;

// React asks for its developer tools when it is loaded, once for all files of a process.
const globals = globalThis as unknown as Record<string, Hook | undefined>;
const hook: Hook = (globals[hookName] ??= {
  drawn: [],
  supportsFiber: true,
  inject: () => 1,
  onCommitFiberUnmount: () => undefined,
  onCommitFiberRoot: (_: number, root: { current: Fiber }) => note(root.current),
});

/** The components of functions that React has drawn since the list was emptied, by name, as often as each was drawn. */
export const drawn: string[] = hook.drawn;

function note(fiber: Fiber): void {
  const before = fiber.alternate;
  const wasRun = before === null || (fiber.flags & performedWork) !== 0;
  if (functionTags.has(fiber.tag) && wasRun) drawn.push(nameOf(fiber.type));
  // React has left the children alone when they are the same as before.
  if (before !== null && before.child === fiber.child) return;
  for (let child = fiber.child; child !== null; child = child.sibling) note(child);
}

function nameOf(type: unknown): string {
  const { render, type: inner } = type as { render?: unknown; type?: unknown };
  if (render !== undefined || inner !== undefined) return nameOf(render ?? inner);
  const { displayName, name } = type as { displayName?: string; name?: string };
  return displayName ?? name ?? "";
}
