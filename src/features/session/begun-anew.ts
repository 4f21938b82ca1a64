const KEY = "turnboard.begun-anew";

/**
 * The mark of a page that begins anew as another person, until somebody has begun. Where the device cannot forget the person
 * before, the page would begin as that one again, and anew again, for good.
 */
export const begunAnew = {
  mark: () => quietly(() => sessionStorage.setItem(KEY, "1")),
  unmark: () => quietly(() => sessionStorage.removeItem(KEY)),
  isMarked: () => quietly(() => sessionStorage.getItem(KEY)) === "1",
};

/** Storage may be switched off: such a device keeps no person either. */
function quietly<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
