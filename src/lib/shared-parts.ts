/**
 * The newer of two answers, in which each part that equals the same part of the older one is that very object.
 * Components that show such a part need not render again.
 */
export function withSharedParts<Answer>(older: unknown, newer: Answer): Answer {
  return shared(older, newer) as Answer;
}

function shared(older: unknown, newer: unknown): unknown {
  if (Object.is(older, newer)) return older;
  if (Array.isArray(older) && Array.isArray(newer)) return sharedList(older, newer);
  return isRecord(older) && isRecord(newer) ? sharedRecord(older, newer) : newer;
}

/** Compares elements by id, wherever they are in the list; elements without an id by index. */
function sharedList(older: readonly unknown[], newer: readonly unknown[]): readonly unknown[] {
  const byId = new Map(older.map((one, at) => [idOf(one) ?? at, one]));
  const list = newer.map((one, at) => shared(byId.get(idOf(one) ?? at), one));
  const isSame = list.length === older.length && list.every((one, at) => one === older[at]);
  return isSame ? older : list;
}

function sharedRecord(
  older: Readonly<Record<string, unknown>>,
  newer: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(newer).map(
    ([name, part]) => [name, shared(older[name], part)] as const,
  );
  const isSame =
    entries.length === Object.keys(older).length &&
    entries.every(([name, part]) => Object.hasOwn(older, name) && older[name] === part);
  return isSame ? older : Object.fromEntries(entries);
}

function idOf(one: unknown): string | undefined {
  return isRecord(one) && typeof one["id"] === "string" ? one["id"] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
