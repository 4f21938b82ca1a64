/**
 * Validates a value of unknown origin: returns it when it has the shape, else undefined. Addresses and stored values
 * are read by shapes; user input is checked by the server's rules.
 */
export type Shape<Value> = (value: unknown) => Value | undefined;

/** The type of the values that a shape accepts. */
export type Shaped<Of> = Of extends Shape<infer Value> ? Value : never;

type Fields = Readonly<Record<string, Shape<unknown>>>;

type Optional<Of extends Fields> = { [Key in keyof Of]?: Shaped<Of[Key]> | undefined };

export const text: Shape<string> = (value) => (typeof value === "string" ? value : undefined);

/** A text; an address may have parsed it as a number or a boolean. */
export const anyText: Shape<string> = (value) =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : text(value);

export const number: Shape<number> = (value) =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

export const flag: Shape<boolean> = (value) => (typeof value === "boolean" ? value : undefined);

/** A day of the calendar such as "2026-03-02". */
export const day: Shape<string> = (value) => {
  const known = text(value);
  if (known === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(known)) return undefined;
  const moment = new Date(known);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(known)
    ? known
    : undefined;
};

/** A day, or an instant such as "2026-03-02T12:00:00.000Z". */
export const isoDate: Shape<string> = (value) => {
  const known = text(value);
  const isDate = day(known?.slice(0, 10)) !== undefined && !Number.isNaN(Date.parse(known ?? ""));
  return isDate ? known : undefined;
};

/** One of the given values. */
export function oneOf<const Value>(values: readonly Value[]): Shape<Value> {
  return (value) => values.find((known) => known === value);
}

export function orNull<Value>(shape: Shape<Value>): Shape<Value | null> {
  return (value) => (value === null ? null : shape(value));
}

export function listOf<Value>(shape: Shape<Value>): Shape<Value[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.map((item: unknown) => shape(item));
    return items.includes(undefined) ? undefined : (items as Value[]);
  };
}

/** An object with any keys, whose values have the shape. */
export function recordOf<Value>(shape: Shape<Value>): Shape<Record<string, Value>> {
  return (value) => {
    if (!isObject(value)) return undefined;
    const entries = Object.entries(value).map(([name, each]) => [name, shape(each)] as const);
    return entries.some(([, each]) => each === undefined)
      ? undefined
      : (Object.fromEntries(entries) as Record<string, Value>);
  };
}

/** An object with all of the fields, and any of the optional ones. Other fields are left out. */
export function objectOf<Of extends Fields, Also extends Fields = Record<never, never>>(
  fields: Of,
  optional?: Also,
): Shape<{ [Key in keyof Of]: Shaped<Of[Key]> } & Optional<Also>> {
  return (value) => {
    if (!isObject(value)) return undefined;
    const all = Object.entries({ ...fields, ...optional });
    const read = all.map(([name, shape]) => [name, shape(value[name])] as const);
    const isWhole = read.every(
      ([name, each]) => each !== undefined || (!(name in fields) && value[name] === undefined),
    );
    return isWhole
      ? (known(read) as { [Key in keyof Of]: Shaped<Of[Key]> } & Optional<Also>)
      : undefined;
  };
}

/** The fields that are present and have their shape; undefined when there are none. */
export function someOf<Values extends object>(fields: ShapesOf<Values>): Shape<Partial<Values>> {
  return (value) => {
    if (!isObject(value)) return undefined;
    const read = Object.entries<Shape<unknown>>(fields).map(
      ([name, shape]) =>
        [name, Object.hasOwn(value, name) ? shape(value[name]) : undefined] as const,
    );
    const found = known(read);
    return Object.keys(found).length > 0 ? (found as Partial<Values>) : undefined;
  };
}

/** The shapes of the fields of an object. */
export type ShapesOf<Values extends object> = {
  readonly [Name in keyof Values]-?: Shape<Values[Name]>;
};

/**
 * The search parameters of an address. A parameter of another shape becomes undefined explicitly, because the router
 * would otherwise use the original value. `names` lists all parameters.
 */
export function searchOf<Of extends Fields>(fields: Of) {
  const all = Object.entries(fields);
  const read = (search: Record<string, unknown>) => {
    const given = all.filter(([name]) => name in search);
    return Object.fromEntries(
      given.map(([name, shape]) => [name, shape(search[name])]),
    ) as Optional<Of>;
  };
  return Object.assign(read, { names: Object.keys(fields) });
}

function known(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
