/**
 * The result of an access to the browser's storage; undefined when the access throws because storage is blocked or
 * full.
 */
export function quietly<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
