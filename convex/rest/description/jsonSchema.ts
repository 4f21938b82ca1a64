import type { ValidatorJSON } from "convex/values";
import { vDashboardAnalytics } from "../../model/analytics/dashboard.ts";
import { vDeleted } from "../../model/context/records.ts";
import { vActivity } from "../../model/history/activity.ts";
import { vContractor } from "../../model/teams/contractors.ts";
import { vPoolMember } from "../../model/teams/pool.ts";
import { vAssignment, vProjectTeamMember } from "../../model/teams/projectTeams.ts";
import { vTeamMember } from "../../model/teams/teamMembers.ts";
import { vCurrentUser, vPerson, vUser } from "../../model/people/users.ts";
import { vPhoto } from "../../model/photos/photos.ts";
import { vUnitNote } from "../../model/notes/notes.ts";
import { vProjectListItem } from "../../model/projects/projects.ts";
import { vUnit, vUnitListItem } from "../../model/projects/units.ts";
import { vTask } from "../../model/tasks/tasks.ts";
import { vTaskTemplate } from "../../model/tasks/taskTemplates.ts";
import { vTimeEntry } from "../../model/time/timeEntries.ts";
import { validatorShape } from "./results.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The validators that answers share, under their names in the OpenAPI description. */
const shapeByName = {
  Activity: vActivity,
  Assignment: vAssignment,
  Contractor: vContractor,
  CurrentUser: vCurrentUser,
  DashboardAnalytics: vDashboardAnalytics,
  Done: vDeleted,
  Person: vPerson,
  Photo: vPhoto,
  PoolMember: vPoolMember,
  Project: vProjectListItem,
  ProjectTeamMember: vProjectTeamMember,
  Task: vTask,
  TaskTemplate: vTaskTemplate,
  TeamMember: vTeamMember,
  TimeEntry: vTimeEntry,
  Unit: vUnit,
  UnitListItem: vUnitListItem,
  UnitNote: vUnitNote,
  User: vUser,
};

/** The JSON schemas of the named validators, for the components of the description. */
export function namedSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(shapeByName).map(([name, validator]) => [
      name,
      schemaWithoutName(validatorShape(validator)),
    ]),
  );
}

/** The JSON schema of a validator; a reference if the validator has a name. */
export function schemaOf(shape: ValidatorJSON): JsonSchema {
  const name = nameOf(shape);
  return name === undefined ? schemaWithoutName(shape) : { $ref: `#/components/schemas/${name}` };
}

function nameOf(shape: ValidatorJSON): string | undefined {
  if (shape.type !== "object") return undefined;
  const text = JSON.stringify(shape);
  return Object.entries(shapeByName).find(
    ([, validator]) => JSON.stringify(validatorShape(validator)) === text,
  )?.[0];
}

function schemaWithoutName(shape: ValidatorJSON): JsonSchema {
  switch (shape.type) {
    case "object":
      return objectSchema(shape.value);
    case "array":
      return { type: "array", items: schemaOf(shape.value) };
    case "record":
      return { type: "object", additionalProperties: schemaOf(shape.values.fieldType) };
    case "union":
      return unionSchema(shape.value);
    case "literal":
      return { const: shape.value };
    case "id":
      return { type: "string", description: "An opaque id" };
    case "null":
    case "string":
    case "boolean":
      return { type: shape.type };
    case "number":
      return { type: "number" };
    case "any":
      return {};
    default:
      throw new Error(`No answer in JSON has a value of type ${shape.type}`);
  }
}

function objectSchema(fields: Extract<ValidatorJSON, { type: "object" }>["value"]): JsonSchema {
  const entries = Object.entries(fields);
  return {
    type: "object",
    properties: Object.fromEntries(
      entries.map(([field, { fieldType }]) => [field, schemaOf(fieldType)]),
    ),
    required: entries.filter(([, { optional }]) => !optional).map(([field]) => field),
    additionalProperties: false,
  };
}

function unionSchema(members: readonly ValidatorJSON[]): JsonSchema {
  const literals = members.flatMap((member) => (member.type === "literal" ? [member.value] : []));
  if (literals.length === members.length) return { enum: literals };
  return { anyOf: members.map((member) => schemaOf(member)) };
}
