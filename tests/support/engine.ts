import type { TestConvexForDataModel } from "convex-test";
import type { DataModelFromSchemaDefinition, GenericSchema, SchemaDefinition } from "convex/server";

/** The functions under test, with the callers and the data a test wants. */
export type TestEngine<Schema extends GenericSchema> = TestConvexForDataModel<
  DataModelFromSchemaDefinition<SchemaDefinition<Schema, boolean>>
>;

export type CreateTest = <Schema extends GenericSchema>(
  schema: SchemaDefinition<Schema, boolean>,
  modules: Record<string, () => Promise<unknown>>,
) => TestEngine<Schema>;

/** A fresh backend for one test: the embedded host, or convex-test where TEST_ENGINE says so. */
export const createTest: CreateTest = await engineByName();

async function engineByName(): Promise<CreateTest> {
  if (process.env["TEST_ENGINE"] === "convex-test") {
    const { convexTest } = await import("convex-test");
    return (schema, modules) => convexTest({ schema, modules });
  }
  const { hostTest } = await import("./engine-host.ts");
  return hostTest;
}
