/** The part of React that its packages share. */
type Internals = { recentlyCreatedOwnerStacks?: number };

// For its development warnings, React captures a stack for each element and renders it within a console task; both took
// a sixth of the time of these tests. React looks for `createTask` when it is loaded; without it, React renders
// directly.
Object.assign(console, { createTask: undefined });

const react: Record<string, unknown> = await import("react");
const internals = react["__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE"] as
  | Internals
  | undefined;
if (internals?.recentlyCreatedOwnerStacks === undefined) {
  throw new Error("This React counts the stacks of its elements in another place.");
}

// React captures at most 10,000 stacks a second. The counter always reports that number here.
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  configurable: true,
  get: () => 10_000,
  set: () => undefined,
});

// Only a module may use a top-level `await`.
export {};
