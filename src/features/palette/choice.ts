import type { LucideIcon } from "lucide-react";
import type { Findable } from "../../../convex/rules/search/searchIndex.ts";

/** The groups of the palette, in the order of equally good groups. */
export const GROUPS = [
  "Recent",
  "Units",
  "Projects",
  "People",
  "Views",
  "Master Tasks",
  "Pages",
  "Actions",
  "Tasks",
  "Notes",
] as const;

export type Group = (typeof GROUPS)[number];

/** An entry of the palette. */
export interface Choice extends Findable {
  group: Group;
  icon: LucideIcon;
  /** The place or the kind of the target, beside its name. */
  detail: string | null;
  /** The keys that do the same as the choice. */
  keys?: string;
  /** An address, or a function to call. */
  leadsTo: string | (() => void);
}

export const unitId = (id: string) => `unit ${id}`;
export const projectId = (id: string) => `project ${id}`;
export const pageId = (address: string) => `page ${address}`;

/** True for entries that the server found by their text. */
export const isText = ({ group }: Choice): boolean => group === "Tasks" || group === "Notes";
