import { quietly } from "./quietly.ts";

const KEY = "turnboard.kept-for";

/** The value for no person. It is shorter than any id, so that a full device can store it in place of one. */
const NOBODY = "";

/**
 * The id of the person whose kept answers may be shown before the server has said who is signed in. A device that is
 * full, or locked by another page, can still withdraw this id when it can delete nothing else. A missing value was
 * never withdrawn: browsers write it some seconds late, and a crash loses it.
 */
export const keptPerson = {
  set: (id: string) => quietly(() => window.localStorage.setItem(KEY, id)),
  takeBack: () => quietly(() => window.localStorage.setItem(KEY, NOBODY)),
  /** The stored id, null where nothing is stored, undefined where the browser does not say. */
  id: () => quietly(() => window.localStorage.getItem(KEY)),
  is: (id: string) => {
    const word = keptPerson.id();
    return word === null || word === id;
  },
};
