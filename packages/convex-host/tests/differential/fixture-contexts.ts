import type {
  GenericActionCtx,
  GenericDataModel,
  GenericMutationCtx,
  GenericQueryCtx,
} from "convex/server";

export type Data = GenericDataModel;

/** The contexts that a function of the fixture has; the context of a mutation also serves as that of a query. */
export type Contexts = {
  query?: GenericQueryCtx<Data>;
  mutation?: GenericMutationCtx<Data>;
  action?: GenericActionCtx<Data>;
};

/** Returns the most capable of the contexts. */
export function anyOf({ query, mutation, action }: Contexts) {
  return mutation ?? query ?? required(action);
}

/** Returns the context, or throws if a program asks for a step that its function cannot do. */
export function required<Context>(context: Context | undefined): Context {
  if (context === undefined) throw new Error("This step is not for this function.");
  return context;
}
