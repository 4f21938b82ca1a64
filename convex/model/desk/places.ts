import type { Doc, Id } from "../../_generated/dataModel.js";
import type { QueryCtx } from "../context/context.ts";

/** The unit and project of a record. */
export interface Place {
  unit: Doc<"units">;
  project: Doc<"projects">;
}

/** A cache of units with their projects. The place of a unit is null when the unit or its project is in the trash. */
export class Places {
  readonly #ctx: QueryCtx;
  readonly #units = new Map<Id<"units">, Promise<Place | null>>();
  readonly #projects = new Map<Id<"projects">, Promise<Doc<"projects"> | null>>();

  constructor(ctx: QueryCtx) {
    this.#ctx = ctx;
  }

  async of(unitId: Id<"units">): Promise<Place | null> {
    const known = this.#units.get(unitId) ?? this.#read(unitId);
    this.#units.set(unitId, known);
    return await known;
  }

  async project(id: Id<"projects">): Promise<Doc<"projects"> | null> {
    const known = this.#projects.get(id) ?? this.#ctx.db.get("projects", id);
    this.#projects.set(id, known);
    return await known;
  }

  async #read(unitId: Id<"units">): Promise<Place | null> {
    const unit = await this.#ctx.db.get("units", unitId);
    if (unit === null) return null;
    const project = await this.project(unit.projectId);
    return project === null ? null : { unit, project };
  }
}
