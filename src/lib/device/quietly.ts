/** The result of an access to the browser's storage, or undefined where that is switched off or full: it throws there. */
export function quietly<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
