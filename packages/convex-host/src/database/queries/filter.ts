import {
  floatJson,
  floatOf,
  integerJson,
  integerOf,
  kindOf,
  undefinedJson,
} from "../../values/encoded.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import { orderKey } from "../../values/order-key.ts";
import { printValue, typeName } from "../../values/print.ts";
import { fieldAt } from "../tables/index-keys.ts";

/** A compiled filter: true when the document passes. */
export type Filter = (document: JsonObject) => boolean;

type Evaluate = (document: JsonObject) => Json | undefined;

/** Compiles a filter expression; throws when it is not one. */
export function parseFilter(expression: Json): Filter {
  const evaluate = parse(expression);
  return (document) => booleanOf(evaluate(document), "filter");
}

const comparisons: Record<string, (left: string, right: string) => boolean> = {
  $eq: (left, right) => left === right,
  $neq: (left, right) => left !== right,
  $lt: (left, right) => left < right,
  $lte: (left, right) => left <= right,
  $gt: (left, right) => left > right,
  $gte: (left, right) => left >= right,
};

type Arithmetic = {
  verb: string;
  integers: (left: bigint, right: bigint) => bigint;
  floats: (left: number, right: number) => number;
};

const arithmetic: Record<string, Arithmetic> = {
  $add: { verb: "add", integers: (l, r) => l + r, floats: (l, r) => l + r },
  $sub: { verb: "subtract", integers: (l, r) => l - r, floats: (l, r) => l - r },
  $mul: { verb: "multiply", integers: (l, r) => l * r, floats: (l, r) => l * r },
  $div: { verb: "divide", integers: (l, r) => l / r, floats: (l, r) => l / r },
  $mod: { verb: "take the remainder of", integers: (l, r) => l % r, floats: (l, r) => l % r },
};

function parse(expression: Json): Evaluate {
  const entries =
    typeof expression === "object" && expression !== null && !Array.isArray(expression)
      ? Object.entries(expression)
      : [];
  const [name, operand] = entries[0] ?? [];
  if (name === undefined || operand === undefined || entries.length !== 1)
    throw invalid(expression);
  if (name === "$literal") return () => operand;
  if (name === "$field") return parseField(operand);
  if (name in comparisons) return parseComparison(comparisons[name]!, operand);
  if (name in arithmetic) return parseArithmetic(arithmetic[name]!, operand);
  if (name === "$and" || name === "$or") return parseJunction(name, operand);
  if (name === "$not") {
    const inner = parse(operand);
    return (document) => !booleanOf(inner(document), "not");
  }
  if (name === "$neg") return parseNegation(operand);
  throw invalid(expression);
}

function parseField(operand: Json): Evaluate {
  if (typeof operand !== "string") throw invalid({ $field: operand });
  const path = operand.split(".");
  return (document) => fieldAt(document, path);
}

function parseComparison(compare: (l: string, r: string) => boolean, operand: Json): Evaluate {
  const [left, right] = parsePair(operand);
  return (document) => compare(orderKey(left(document)), orderKey(right(document)));
}

function parseArithmetic(operation: Arithmetic, operand: Json): Evaluate {
  const [left, right] = parsePair(operand);
  return (document) => compute(operation, left(document), right(document));
}

function compute(operation: Arithmetic, left: Json | undefined, right: Json | undefined): Json {
  const kind = kindOf(left);
  if (kind !== kindOf(right) || (kind !== "int64" && kind !== "float64")) {
    throw new Error(
      `Cannot ${operation.verb} ${printValue(left)} (type ${typeName(left)}) and ${printValue(right)} (type ${typeName(right)})`,
    );
  }
  const [l, r] = [left as Json, right as Json];
  if (kind === "float64") return floatJson(operation.floats(floatOf(l), floatOf(r)));
  if (integerOf(r) === 0n && (operation.verb === "divide" || operation === arithmetic["$mod"])) {
    throw new Error(`Cannot ${operation.verb} ${printValue(l)} and 0: division by zero`);
  }
  return integerInRange(operation.integers(integerOf(l), integerOf(r)));
}

function parseNegation(operand: Json): Evaluate {
  const inner = parse(operand);
  return (document) => {
    const value = inner(document);
    const kind = kindOf(value);
    if (kind === "int64") return integerInRange(-integerOf(value as Json));
    if (kind === "float64") return floatJson(-floatOf(value as Json));
    throw new Error(`Cannot negate ${printValue(value)} (type ${typeName(value)})`);
  };
}

function parseJunction(name: "$and" | "$or", operand: Json): Evaluate {
  if (!Array.isArray(operand)) throw invalid({ [name]: operand });
  const terms = operand.map(parse);
  const word = name === "$and" ? "and" : "or";
  return name === "$and"
    ? (document) => terms.every((term) => booleanOf(term(document), word))
    : (document) => terms.some((term) => booleanOf(term(document), word));
}

function parsePair(operand: Json): [Evaluate, Evaluate] {
  const [left, right, more] = Array.isArray(operand) ? operand : [];
  if (left === undefined || right === undefined || more !== undefined) throw invalid(operand);
  return [parse(left), parse(right)];
}

function booleanOf(value: Json | undefined, where: string): boolean {
  if (typeof value === "boolean") return value;
  throw new Error(
    `Expected a boolean in \`${where}\`, got ${printValue(value ?? undefinedJson)} (type ${typeName(value)})`,
  );
}

function integerInRange(value: bigint): Json {
  if (BigInt.asIntN(64, value) !== value) throw new Error("Integer overflow in a filter");
  return integerJson(value);
}

function invalid(expression: Json): Error {
  return new Error(`Invalid filter expression: ${JSON.stringify(expression)}`);
}
