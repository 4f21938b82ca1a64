import type { BlockedReason, TaskStatus } from "./labels.ts";

/** The scope of a report: without units the whole project, without a project the whole workspace. */
export type ReportScope = {
  projectId?: string | undefined;
  unitIds?: readonly string[] | undefined;
};

/** The place of a unit in reports: newer projects first, then older units. */
export type ReportPlace = { projectAt: number; project: number; unit: number };

/**
 * The position after which the next page of a report begins. With `entry`, it lies inside a unit, after this time
 * entry.
 */
export type ReportCursor = ReportPlace & { entry?: number };

/** A page of a report; `next` is null on the last one. */
export type ReportPage<Part> = { parts: Part[]; next: ReportCursor | null };

/** A unit as a report names it. */
export type UnitOfReport = {
  place: ReportPlace;
  unitId: string;
  unitNumber: string;
  projectId: string;
  projectName: string;
};

type Figures = {
  totalTasks: number;
  completedTasks: number;
  inProgressTasks: number;
  notStartedTasks: number;
  overdueTasks: number;
  estimatedHours: number;
  actualHours: number;
};

/** The figures of a unit on one page; a unit with very many time entries has parts on several pages. */
export type StatusPart = UnitOfReport & { figures: Figures };

/** The reason of a block and the time since when it is in force. */
export type ReportBlock = { reason: BlockedReason; since: string };

/** The tasks of a unit in their order. */
export type DetailsPart = UnitOfReport & {
  tasks: {
    name: string;
    status: TaskStatus;
    sortOrder: number;
    startDate: string | null;
    block: ReportBlock | null;
  }[];
};

export type UnitTaskStatusRow = Omit<UnitOfReport, "place" | "projectId"> &
  Figures & { completionPercentage: number };

export type TaskDetailsReport = {
  units: string[];
  tasks: {
    taskName: string;
    statuses: Record<string, TaskStatus>;
    startDates?: Record<string, string>;
    blocks?: Record<string, ReportBlock>;
  }[];
};

/** The maximum number of unit ids of one page; longer lists are requested in pieces. */
export const maxUnitIdsPerPage = 250;

/**
 * Reads all pages of a report and returns their parts. Every reader of a report page function uses it before it makes
 * the report. A failed page fails the whole read. `onPage` receives the number of parts so far.
 */
export async function readReport<Part>(
  readPage: (args: {
    projectId?: string;
    unitIds?: string[];
    after?: ReportCursor;
  }) => Promise<ReportPage<Part>>,
  { projectId, unitIds }: ReportScope,
  onPage: (parts: number) => void = () => undefined,
): Promise<Part[]> {
  const parts: Part[] = [];
  const project = projectId === undefined ? {} : { projectId };
  for (const piece of piecesOf(unitIds)) {
    let next: ReportCursor | null | undefined;
    while (next !== null) {
      const page = await readPage({
        ...project,
        ...piece,
        ...(next === undefined ? {} : { after: next }),
      });
      parts.push(...page.parts);
      onPage(parts.length);
      next = page.next;
    }
  }
  return parts;
}

/** The unit task status report of these parts, in the order of `comparePlaces`. */
export function toUnitTaskStatus(parts: readonly StatusPart[]): UnitTaskStatusRow[] {
  const partById = new Map<string, StatusPart>();
  for (const part of parts) {
    const { figures } = partById.get(part.unitId) ?? { figures: noFigures };
    partById.set(part.unitId, { ...part, figures: sumOf(figures, part.figures) });
  }
  const inOrder = [...partById.values()].sort((a, b) => comparePlaces(a.place, b.place));
  return inOrder.map(({ unitId, unitNumber, projectName, figures }) => ({
    ...{ unitId, unitNumber, projectName },
    totalTasks: figures.totalTasks,
    completedTasks: figures.completedTasks,
    inProgressTasks: figures.inProgressTasks,
    notStartedTasks: figures.notStartedTasks,
    overdueTasks: figures.overdueTasks,
    completionPercentage: percentage(figures.completedTasks, figures.totalTasks),
    estimatedHours: toHundredths(figures.estimatedHours),
    actualHours: toHundredths(figures.actualHours),
  }));
}

/** Compares positions: negative when `a` comes first. */
export function comparePlaces(a: ReportPlace, b: ReportPlace): number {
  return b.projectAt - a.projectAt || b.project - a.project || a.unit - b.unit;
}

const noFigures: Figures = {
  totalTasks: 0,
  completedTasks: 0,
  inProgressTasks: 0,
  notStartedTasks: 0,
  overdueTasks: 0,
  estimatedHours: 0,
  actualHours: 0,
};

function sumOf(a: Figures, b: Figures): Figures {
  const names = Object.keys(noFigures) as (keyof Figures)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as Figures;
}

function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole);
}

function toHundredths(hours: number): number {
  return Math.round(hours * 100) / 100;
}

function piecesOf(unitIds: readonly string[] | undefined): { unitIds?: string[] }[] {
  const ids = [...new Set(unitIds)];
  if (ids.length === 0) return [{}];
  const starts = Array.from({ length: Math.ceil(ids.length / maxUnitIdsPerPage) }, (_, index) => {
    return index * maxUnitIdsPerPage;
  });
  return starts.map((start) => ({ unitIds: ids.slice(start, start + maxUnitIdsPerPage) }));
}
