import { keptPerson } from "./kept-person.ts";

/** True where the device knows that the person has signed out, or that another one has signed in. */
export function hasLeft(id: string): boolean {
  return typeof keptPerson.id() === "string" && !keptPerson.is(id);
}
