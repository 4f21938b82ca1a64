import fc from "fast-check";
import { ending } from "./fixture-queries.ts";
import { id, refTo, type Sent } from "./sent-values.ts";

const fileId = id("_storage", ["things"]);

const step = (type: string, fields: Record<string, fc.Arbitrary<Sent>>): fc.Arbitrary<Sent> =>
  fc.record({
    do: fc.constant("file"),
    act: fc.record<Record<string, Sent>>({ type: fc.constant(type), ...fields }),
  });

/** Stores a file: in actions. */
export const storeStep = step("store", {
  text: fc.constantFrom("", "a", "é😀", "longer ".repeat(20)),
  contentType: fc.constantFrom("", "text/plain", "Image/PNG"),
});

/** Reads the bytes of a file: in actions. */
export const bytesStep = step("bytes", { id: fileId });

/** The file steps that mutations and actions share. */
export const fileStep = fc.oneof(
  step("uploadUrl", {}),
  step("url", { id: fileId }),
  step("remove", { id: fileId }),
);

/** Reads of files by queries and mutations. */
export const fileRowStep = fc.oneof(
  step("url", { id: fileId }),
  step("row", { id: fileId, isNamed: fc.constant(true) }),
  // Programs use ids of files only, because `db.system` of convex-test reads every table.
  step("row", { id: refTo("_storage"), isNamed: fc.constant(false) }),
  step("rows", { order: fc.constantFrom("asc", "desc"), ending: ending }),
  step("normalize", { id: fileId }),
);
