import type { LucideIcon } from "lucide-react";
import type { Findable } from "../../../convex/rules/search/searchIndex.ts";

/** The groups of the palette, in the order in which equally good ones stand. */
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

/** Something that the palette can lead to. */
export interface Choice extends Findable {
  group: Group;
  icon: LucideIcon;
  /** The place or the kind of it, beside its name. */
  detail: string | null;
  /** The keys that do the same. */
  keys?: string;
  /** An address, or an act. */
  leadsTo: string | (() => void);
}

export const unitId = (id: string) => `unit ${id}`;
export const projectId = (id: string) => `project ${id}`;
export const pageId = (address: string) => `page ${address}`;

/** True for what the server found by its text. */
export const isText = ({ group }: Choice): boolean => group === "Tasks" || group === "Notes";
