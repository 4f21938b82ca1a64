import { bytesValueOf, floatOf, integerOf, kindOf } from "./encoded.ts";
import type { Json, JsonObject } from "./json.ts";
import type { ValidatorJson } from "./validator.ts";

/** A value as the official messages print it: floats with a point, strings in double quotes. */
export function printValue(value: Json | undefined): string {
  switch (kindOf(value)) {
    case "undefined":
      return "undefined";
    case "int64":
      return String(integerOf(value as Json));
    case "float64":
      return printFloat(floatOf(value as Json));
    case "bytes":
      return `b"${bytesValueOf(value as Json).toString("hex")}"`;
    case "array":
      return `[${(value as Json[]).map(printValue).join(", ")}]`;
    case "object":
      return printObject(value as JsonObject);
    default:
      return JSON.stringify(value);
  }
}

/** The type name of a value as the official messages call it. */
export function typeName(value: Json | undefined): string {
  const names = {
    undefined: "Undefined",
    null: "Null",
    int64: "Int64",
    float64: "Float64",
    boolean: "Boolean",
    string: "String",
    bytes: "Bytes",
    array: "Array",
    object: "Object",
  } as const;
  return names[kindOf(value)];
}

/** A validator as it is written in code. */
export function printValidator(validator: ValidatorJson): string {
  switch (validator.type) {
    case "number":
      return "v.float64()";
    case "bigint":
      return "v.int64()";
    case "id":
      return `v.id("${validator.tableName}")`;
    case "literal":
      return `v.literal(${printLiteral(validator.value)})`;
    case "array":
      return `v.array(${printValidator(validator.value)})`;
    case "union":
      return `v.union(${validator.value.map(printValidator).join(", ")})`;
    case "record":
      return `v.record(${printValidator(validator.keys)}, ${printValidator(validator.values.fieldType)})`;
    case "object":
      return `v.object({${Object.keys(validator.value)
        .sort()
        .map((name) => `${name}: ${printField(validator.value[name]!)}`)
        .join(", ")}})`;
    default:
      return `v.${validator.type}()`;
  }
}

/** The value of a literal validator as it is written in code. */
export function printLiteral(value: Json): string {
  const kind = kindOf(value);
  if (kind === "int64") return "<bigint>";
  if (kind !== "float64") return JSON.stringify(value);
  return Number.isFinite(floatOf(value)) ? printFloat(floatOf(value)) : "<number>";
}

function printField(field: { fieldType: ValidatorJson; optional: boolean }): string {
  const text = printValidator(field.fieldType);
  return field.optional ? `v.optional(${text})` : text;
}

function printObject(value: JsonObject): string {
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${name}: ${printValue(value[name])}`).join(", ")}}`;
}

function printFloat(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return Number.isInteger(value) && Math.abs(value) < 1e16 ? `${value}.0` : String(value);
}
