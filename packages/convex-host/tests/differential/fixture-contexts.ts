import type {
  GenericActionCtx,
  GenericDataModel,
  GenericMutationCtx,
  GenericQueryCtx,
} from "convex/server";

export type Data = GenericDataModel;

/** The context of a function of the fixture; a mutation's context serves as a query's. */
export type Contexts = {
  query?: GenericQueryCtx<Data>;
  mutation?: GenericMutationCtx<Data>;
  action?: GenericActionCtx<Data>;
};

/** The context that can do most. */
export function anyOf({ query, mutation, action }: Contexts) {
  return mutation ?? query ?? required(action);
}

/** A step that its function cannot do is a mistake of the program. */
export function required<Context>(context: Context | undefined): Context {
  if (context === undefined) throw new Error("This step is not for this function.");
  return context;
}
