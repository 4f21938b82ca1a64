import { isIdentifier } from "./canonical.ts";
import type { ValidatorJson } from "./validator.ts";

/** The reason why Convex refuses a validator; null when it accepts it. */
export function validatorProblem(validator: ValidatorJson): string | null {
  switch (validator.type) {
    case "array":
      return validatorProblem(validator.value);
    case "union":
      return firstProblem(validator.value);
    case "record":
      return keysProblem(validator.keys) ?? validatorProblem(validator.values.fieldType);
    case "object": {
      const odd = Object.keys(validator.value).find((name) => !isIdentifier(name));
      if (odd !== undefined)
        return `${JSON.stringify(odd)} is no field name: names begin with a letter or "_", and have letters, digits and "_" only.`;
      return firstProblem(Object.values(validator.value).map(({ fieldType }) => fieldType));
    }
    default:
      return null;
  }
}

/** True when a value that fits may have a field at this path. */
export function canHaveField(validator: ValidatorJson, path: readonly string[]): boolean {
  const [first, ...rest] = path;
  if (first === undefined || validator.type === "any") return true;
  if (validator.type === "union") return validator.value.some((each) => canHaveField(each, path));
  if (validator.type !== "object" || !Object.hasOwn(validator.value, first)) return false;
  return canHaveField(validator.value[first]!.fieldType, rest);
}

function firstProblem(validators: readonly ValidatorJson[]): string | null {
  for (const validator of validators) {
    const problem = validatorProblem(validator);
    if (problem !== null) return problem;
  }
  return null;
}

function keysProblem(keys: ValidatorJson): string | null {
  if (keys.type === "string" || keys.type === "id") return null;
  if (keys.type === "union")
    return keys.value.map(keysProblem).find((each) => each !== null) ?? null;
  return "The keys of v.record() may be strings, ids and unions of them: v.object() has known fields.";
}
