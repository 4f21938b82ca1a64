import { createContext, type ReactNode } from "react";

/** Parts that every page of a kind has in its heading: beside the title, and behind its buttons. */
export const PageTools = createContext<{ beside: ReactNode; button: ReactNode } | null>(null);
