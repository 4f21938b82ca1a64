/** The part of React that its packages share. */
type Internals = { recentlyCreatedOwnerStacks?: number };

// For the warnings of its development version, React takes a stack of each element, and a task of the console under which it
// draws it: a sixth of the time of these tests. Without the task, which it looks for when it is loaded, it draws at once.
Object.assign(console, { createTask: undefined });

const react: Record<string, unknown> = await import("react");
const internals = react["__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE"] as
  | Internals
  | undefined;
if (internals?.recentlyCreatedOwnerStacks === undefined) {
  throw new Error("This React counts the stacks of its elements in another place.");
}

// React takes no more than 10,000 stacks a second. Here it always has them.
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  configurable: true,
  get: () => 10_000,
  set: () => undefined,
});

// A file that waits has to be a module.
export {};
