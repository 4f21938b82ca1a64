import { createContext, type ReactNode } from "react";

/** Parts that every page of a kind shows in its heading: beside the title, and after its buttons. */
export const PageTools = createContext<{ beside: ReactNode; button: ReactNode } | null>(null);
