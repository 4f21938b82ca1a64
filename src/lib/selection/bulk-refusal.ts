import { ConvexError } from "convex/values";
import { errorSentence } from "../errors.ts";

/** The sentence for a refused act on many records: the records that prevent it, and the reason. */
export function refusalOfMany(error: unknown, records: readonly { name: string }[]): string {
  const refusals = error instanceof ConvexError ? refusalsIn(error.data) : [];
  const [first] = refusals;
  const name = first && records[first.at]?.name;
  if (first === undefined || name === undefined) return errorSentence(error);
  const others = refusals.length - 1;
  const more = others === 0 ? "" : ` and ${String(others)} ${others === 1 ? "other" : "others"}`;
  return `${name}${more}: ${first.message}. Nothing was changed.`;
}

function refusalsIn(data: unknown): { at: number; message: string }[] {
  const { errors } = data as { errors?: { path: string; message: string }[] };
  return (errors ?? []).flatMap(({ path, message }) => {
    const at = /^ids\.(\d+)$/.exec(path)?.[1];
    return at === undefined ? [] : [{ at: Number(at), message }];
  });
}
