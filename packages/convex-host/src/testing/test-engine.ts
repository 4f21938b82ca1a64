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
