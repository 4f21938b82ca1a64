/**
 * The value of a search parameter, as the router parses it: JSON, except that a number must be in its usual form. "1E5"
 * is the name of a unit and not 100,000. Throws for a text that is not JSON, which the router then takes as it is.
 */
export function addressValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return typeof value === "number" && String(value) !== text ? text : value;
}
