/**
 * A parameter of an address as the router reads it: JSON, of which a number is one only as numbers are written. "1E5" is the name of a
 * unit and not 100,000. Throws for what is no JSON, which the router takes as it is.
 */
export function addressValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return typeof value === "number" && String(value) !== text ? text : value;
}
