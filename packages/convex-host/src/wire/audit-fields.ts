import type { LogFields } from "../log.ts";
import type { JsonObject } from "../values/json.ts";

/** An audit line as fields of a log line. A nested field has the names on its path, joined by dots. */
export function auditFields(line: JsonObject): LogFields {
  const fields: Record<string, string | number | boolean | null> = {};
  for (const [name, value] of Object.entries(line)) {
    if (Array.isArray(value)) fields[name] = JSON.stringify(value);
    else if (typeof value === "object" && value !== null)
      for (const [inner, nested] of Object.entries(auditFields(value)))
        fields[`${name}.${inner}`] = nested ?? null;
    else if (value !== undefined) fields[name] = value;
  }
  return fields;
}
