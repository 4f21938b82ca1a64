import type {
  GenericActionCtx,
  GenericDataModel,
  GenericMutationCtx,
  GenericQueryCtx,
} from "convex/server";

export type Data = GenericDataModel;

/** What a function of the fixture was called with; a mutation's is that of a query as well. */
export type Contexts = {
  query?: GenericQueryCtx<Data>;
  mutation?: GenericMutationCtx<Data>;
  action?: GenericActionCtx<Data>;
};

/** What the function can do most with. */
export function anyOf({ query, mutation, action }: Contexts) {
  return mutation ?? query ?? required(action);
}

/** A step that its function cannot do is a mistake of the program. */
export function required<Context>(context: Context | undefined): Context {
  if (context === undefined) throw new Error("This step is not for this function.");
  return context;
}
