/** The fields of a React fiber that show if its component was rendered. */
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

/** The tags of function components: plain, with a forwarded ref, and memoized. */
const functionTags: ReadonlySet<number> = new Set([0, 11, 14, 15]);

/** The flag that React sets on rendered fibers. */
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

/** The names of the function components that React has rendered since the list was emptied, once for each render. */
export const drawn: string[] = hook.drawn;

function note(fiber: Fiber): void {
  const before = fiber.alternate;
  const wasRun = before === null || (fiber.flags & performedWork) !== 0;
  if (functionTags.has(fiber.tag) && wasRun) drawn.push(nameOf(fiber.type));
  // React has skipped the children if they are the same as before.
  if (before !== null && before.child === fiber.child) return;
  for (let child = fiber.child; child !== null; child = child.sibling) note(child);
}

function nameOf(type: unknown): string {
  const { render, type: inner } = type as { render?: unknown; type?: unknown };
  if (render !== undefined || inner !== undefined) return nameOf(render ?? inner);
  const { displayName, name } = type as { displayName?: string; name?: string };
  return displayName ?? name ?? "";
}
