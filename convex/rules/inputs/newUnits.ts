import * as z from "zod";
import { tidied } from "../../lib/texts.ts";
import { isBlank, requiredText } from "./fields.ts";
import { planErrors, planInput } from "./plan.ts";

/** The maximum number of units that one request creates. */
export const maxUnitsPerProject = 1000;

/** The message for a name with tabs, line breaks or other control characters, which come from spreadsheets. */
const notOneLine = "Unit names must be one line of text";

const isOneLine = (name: string) => !/\p{Cc}/u.test(name);

const nameTooLong = "Unit names must be at most 255 characters";

/** A unit with its dates and its rent. */
export const newUnit = z
  .object({ name: requiredText("Unit name", 255).refine(isOneLine, notOneLine), ...planInput })
  .superRefine((unit, context) => {
    for (const { path, message } of planErrors(unit))
      context.addIssue({ code: "custom", path: [path], message });
  });

export type NewUnit = z.output<typeof newUnit>;

/** The schema of a unit for the OpenAPI description. It is a getter, because a browser never needs it. */
const described = {
  get anyOf() {
    return [{ type: "string" }, z.toJSONSchema(newUnit, { io: "input" })];
  },
};

const sentUnit = z.unknown().meta(described);

/**
 * Parses a sent unit, which is a name or an object with its dates and rent. Null for an empty name, which adds no unit.
 */
const unitOrName = sentUnit.transform((sent, context): NewUnit | null => {
  if (typeof sent === "string") {
    const name = tidied(sent);
    if (name.length > 255) context.addIssue({ code: "custom", message: nameTooLong });
    if (!isOneLine(name)) context.addIssue({ code: "custom", message: notOneLine });
    return name === "" ? null : { name };
  }
  if (typeof sent !== "object" || sent === null) {
    context.addIssue({ code: "custom", message: "Unit names must be text" });
    return null;
  }
  const result = newUnit.safeParse(sent);
  for (const { path, message } of result.error?.issues ?? [])
    context.addIssue({ code: "custom", path, message });
  return result.data ?? null;
});

const isEmptyName = (sent: unknown) => typeof sent === "string" && isBlank(sent);

/** The sent units of a project. They are counted before they are parsed; empty names are left out. */
export const newUnits = z
  .array(sentUnit, "Please enter at least one unit")
  .refine((units) => !units.every(isEmptyName), "Please enter at least one unit")
  .refine(
    (units) => units.filter((sent) => !isEmptyName(sent)).length <= maxUnitsPerProject,
    `At most ${maxUnitsPerProject} units can be created at once`,
  )
  .pipe(z.array(unitOrName).transform((units) => units.filter((unit) => unit !== null)));

/** The input of adding units to a project. */
export const addUnitsInput = z.object({ units: newUnits });

/** The unit names in a text of one name per line: tidied, empty lines dropped. */
export function parseUnitNames(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map(tidied)
    .filter((line) => line !== "");
}

/** A text field with the names of new units, one on each line. */
export const unitsText = z
  .string()
  .refine((text) => parseUnitNames(text).length > 0, "Please enter at least one unit")
  .refine((text) => parseUnitNames(text).every((line) => line.length <= 255), nameTooLong)
  .refine((text) => parseUnitNames(text).every(isOneLine), notOneLine)
  .refine(
    (text) => parseUnitNames(text).length <= maxUnitsPerProject,
    `At most ${maxUnitsPerProject} units can be created at once`,
  );

/** The form of the dialog that adds units. */
export const addUnitsForm = z.object({ units: unitsText });
