import { quietly } from "../../device/quietly.ts";

const KEY = "turnboard.kept-for";

/** The word that stands for nobody: shorter than any other, so that a full device takes it in the place of one. */
const NOBODY = "";

/**
 * The word of the person whose kept answers may be shown before the server has said who is signed in. A device that is full, or
 * locked by another page, still takes it back when it forgets nothing else. A word that is not there was never taken back: browsers
 * write it some seconds late, and a crash loses it.
 */
export const keptPerson = {
  set: (id: string) => quietly(() => window.localStorage.setItem(KEY, id)),
  takeBack: () => quietly(() => window.localStorage.setItem(KEY, NOBODY)),
  is: (id: string) => {
    const word = quietly(() => window.localStorage.getItem(KEY));
    return word === null || word === id;
  },
};
