const KEY = "turnboard.kept-for";

/**
 * The word of the person whose kept answers may be shown before the server has said who is signed in. It is taken back by a removal,
 * which a device that is full, or locked by another page, still does when it forgets nothing else.
 */
export const keptPerson = {
  set: (id: string) => quietly(() => window.localStorage.setItem(KEY, id)),
  takeBack: () => quietly(() => window.localStorage.removeItem(KEY)),
  is: (id: string) => quietly(() => window.localStorage.getItem(KEY)) === id,
};

/** Storage may be switched off: such a device keeps nobody's answers either. */
function quietly<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
