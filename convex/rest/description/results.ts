import type { GenericValidator, ValidatorJSON } from "convex/values";
import * as analytics from "../../analytics.ts";
import * as audit from "../../audit.ts";
import * as board from "../../board.ts";
import * as company from "../../company.ts";
import * as contractors from "../../contractors.ts";
import * as dashboard from "../../dashboard.ts";
import * as history from "../../history.ts";
import { must } from "../../lib/errors.ts";
import * as myDay from "../../myDay.ts";
import * as people from "../../people.ts";
import * as photos from "../../photos.ts";
import * as projects from "../../projects.ts";
import * as projectTeams from "../../projectTeams.ts";
import * as search from "../../search.ts";
import * as sessions from "../../sessions.ts";
import * as tasks from "../../tasks.ts";
import * as taskTemplates from "../../taskTemplates.ts";
import * as teamMembers from "../../teamMembers.ts";
import * as timeEntries from "../../timeEntries.ts";
import * as trash from "../../trash.ts";
import * as undo from "../../undo.ts";
import * as unitNotes from "../../unitNotes.ts";
import * as units from "../../units.ts";
import * as users from "../../users.ts";
import * as views from "../../views.ts";

type Exported = Readonly<Record<string, { exportReturns(): string } | undefined>>;

const functionsByModule = {
  analytics,
  audit,
  board,
  company,
  contractors,
  dashboard,
  history,
  myDay,
  people,
  photos,
  projects,
  projectTeams,
  search,
  sessions,
  taskTemplates,
  tasks,
  teamMembers,
  timeEntries,
  trash,
  undo,
  unitNotes,
  units,
  users,
  views,
} as unknown as Readonly<Record<string, Exported | undefined>>;

/** The shape that a public function declares for its result, by a name such as "units:list". */
export function resultShape(name: string): ValidatorJSON {
  const [module = "", key = ""] = name.split(":");
  const exported = must(functionsByModule[module]?.[key], `${name} is in the list of modules`);
  return JSON.parse(exported.exportReturns()) as ValidatorJSON;
}

/** The JSON form of a validator. */
export function validatorShape(validator: GenericValidator): ValidatorJSON {
  // `exportReturns` prints the same JSON. The package's types leave the property out.
  return (validator as unknown as { json: ValidatorJSON }).json;
}
