/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";
import type * as analytics from "../analytics.js";
import type * as auth from "../auth.js";
import type * as company from "../company.js";
import type * as contractors from "../contractors.js";
import type * as crons from "../crons.js";
import type * as dashboard from "../dashboard.js";
import type * as functions from "../functions.js";
import type * as http from "../http.js";
import type * as jobs_analytics from "../jobs/analytics.js";
import type * as jobs_assignments from "../jobs/assignments.js";
import type * as jobs_cleanup from "../jobs/cleanup.js";
import type * as jobs_removal from "../jobs/removal.js";
import type * as jobs_seed from "../jobs/seed.js";
import type * as jobs_today from "../jobs/today.js";
import type * as jobs_uploads from "../jobs/uploads.js";
import type * as lib_companyAddress from "../lib/companyAddress.js";
import type * as lib_cookies from "../lib/cookies.js";
import type * as lib_dates from "../lib/dates.js";
import type * as lib_errors from "../lib/errors.js";
import type * as lib_hash from "../lib/hash.js";
import type * as lib_names from "../lib/names.js";
import type * as lib_openIdClaims from "../lib/openIdClaims.js";
import type * as lib_parse from "../lib/parse.js";
import type * as lib_returnPath from "../lib/returnPath.js";
import type * as lib_secrets from "../lib/secrets.js";
import type * as lib_siteOrigin from "../lib/siteOrigin.js";
import type * as model_accounts from "../model/accounts.js";
import type * as model_activity from "../model/activity.js";
import type * as model_analytics from "../model/analytics.js";
import type * as model_analyticsBackfill from "../model/analyticsBackfill.js";
import type * as model_analyticsFormulas from "../model/analyticsFormulas.js";
import type * as model_analyticsHours from "../model/analyticsHours.js";
import type * as model_analyticsPeriod from "../model/analyticsPeriod.js";
import type * as model_analyticsTables from "../model/analyticsTables.js";
import type * as model_analyticsUnits from "../model/analyticsUnits.js";
import type * as model_assignments from "../model/assignments.js";
import type * as model_authTables from "../model/authTables.js";
import type * as model_bookkeepingTables from "../model/bookkeepingTables.js";
import type * as model_company from "../model/company.js";
import type * as model_context from "../model/context.js";
import type * as model_contractors from "../model/contractors.js";
import type * as model_counts from "../model/counts.js";
import type * as model_dashboard from "../model/dashboard.js";
import type * as model_demo_canvas from "../model/demo/canvas.js";
import type * as model_demo_clock from "../model/demo/clock.js";
import type * as model_demo_people from "../model/demo/people.js";
import type * as model_demo_photos from "../model/demo/photos.js";
import type * as model_demo_projects from "../model/demo/projects.js";
import type * as model_demo_props from "../model/demo/props.js";
import type * as model_demo_records from "../model/demo/records.js";
import type * as model_demo_rooms from "../model/demo/rooms.js";
import type * as model_demo_schedule from "../model/demo/schedule.js";
import type * as model_demo_steps from "../model/demo/steps.js";
import type * as model_demo_workspace from "../model/demo/workspace.js";
import type * as model_events from "../model/events.js";
import type * as model_inputs_analytics from "../model/inputs/analytics.js";
import type * as model_inputs_contractors from "../model/inputs/contractors.js";
import type * as model_inputs_fields from "../model/inputs/fields.js";
import type * as model_inputs_notes from "../model/inputs/notes.js";
import type * as model_inputs_ordering from "../model/inputs/ordering.js";
import type * as model_inputs_photos from "../model/inputs/photos.js";
import type * as model_inputs_projects from "../model/inputs/projects.js";
import type * as model_inputs_taskTemplates from "../model/inputs/taskTemplates.js";
import type * as model_inputs_tasks from "../model/inputs/tasks.js";
import type * as model_inputs_teamMembers from "../model/inputs/teamMembers.js";
import type * as model_inputs_timeEntries from "../model/inputs/timeEntries.js";
import type * as model_inputs_units from "../model/inputs/units.js";
import type * as model_inputs_users from "../model/inputs/users.js";
import type * as model_keys from "../model/keys.js";
import type * as model_labels from "../model/labels.js";
import type * as model_masterTasks from "../model/masterTasks.js";
import type * as model_memberRemoval from "../model/memberRemoval.js";
import type * as model_notes from "../model/notes.js";
import type * as model_ordering from "../model/ordering.js";
import type * as model_permissions from "../model/permissions.js";
import type * as model_photoFiles from "../model/photoFiles.js";
import type * as model_photoKinds from "../model/photoKinds.js";
import type * as model_photoUploads from "../model/photoUploads.js";
import type * as model_photos from "../model/photos.js";
import type * as model_pool from "../model/pool.js";
import type * as model_product from "../model/product.js";
import type * as model_projectRemoval from "../model/projectRemoval.js";
import type * as model_projects from "../model/projects.js";
import type * as model_removal from "../model/removal.js";
import type * as model_rowRemoval from "../model/rowRemoval.js";
import type * as model_seeds from "../model/seeds.js";
import type * as model_sessions from "../model/sessions.js";
import type * as model_shapes from "../model/shapes.js";
import type * as model_taskOrder from "../model/taskOrder.js";
import type * as model_tasks from "../model/tasks.js";
import type * as model_teamMembers from "../model/teamMembers.js";
import type * as model_teams from "../model/teams.js";
import type * as model_templateWrites from "../model/templateWrites.js";
import type * as model_templates from "../model/templates.js";
import type * as model_timeEntries from "../model/timeEntries.js";
import type * as model_timeEntryWrites from "../model/timeEntryWrites.js";
import type * as model_today from "../model/today.js";
import type * as model_transitions from "../model/transitions.js";
import type * as model_units from "../model/units.js";
import type * as model_userWrites from "../model/userWrites.js";
import type * as model_users from "../model/users.js";
import type * as model_viewer from "../model/viewer.js";
import type * as photoFiles from "../photoFiles.js";
import type * as photos from "../photos.js";
import type * as projectTeams from "../projectTeams.js";
import type * as projects from "../projects.js";
import type * as rest_endpoint from "../rest/endpoint.js";
import type * as rest_library from "../rest/library.js";
import type * as rest_notes from "../rest/notes.js";
import type * as rest_pendingSignIn from "../rest/pendingSignIn.js";
import type * as rest_photoImage from "../rest/photoImage.js";
import type * as rest_photos from "../rest/photos.js";
import type * as rest_responses from "../rest/responses.js";
import type * as rest_routes from "../rest/routes.js";
import type * as rest_sameOrigin from "../rest/sameOrigin.js";
import type * as rest_session from "../rest/session.js";
import type * as rest_sessionCookie from "../rest/sessionCookie.js";
import type * as rest_signIn from "../rest/signIn.js";
import type * as sessions from "../sessions.js";
import type * as taskTemplates from "../taskTemplates.js";
import type * as tasks from "../tasks.js";
import type * as teamMembers from "../teamMembers.js";
import type * as timeEntries from "../timeEntries.js";
import type * as unitNotes from "../unitNotes.js";
import type * as units from "../units.js";
import type * as users from "../users.js";

/**
 * A utility for referencing Convex functions in your app's API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
declare const fullApi: ApiFromModules<{
  analytics: typeof analytics;
  auth: typeof auth;
  company: typeof company;
  contractors: typeof contractors;
  crons: typeof crons;
  dashboard: typeof dashboard;
  functions: typeof functions;
  http: typeof http;
  "jobs/analytics": typeof jobs_analytics;
  "jobs/assignments": typeof jobs_assignments;
  "jobs/cleanup": typeof jobs_cleanup;
  "jobs/removal": typeof jobs_removal;
  "jobs/seed": typeof jobs_seed;
  "jobs/today": typeof jobs_today;
  "jobs/uploads": typeof jobs_uploads;
  "lib/companyAddress": typeof lib_companyAddress;
  "lib/cookies": typeof lib_cookies;
  "lib/dates": typeof lib_dates;
  "lib/errors": typeof lib_errors;
  "lib/hash": typeof lib_hash;
  "lib/names": typeof lib_names;
  "lib/openIdClaims": typeof lib_openIdClaims;
  "lib/parse": typeof lib_parse;
  "lib/returnPath": typeof lib_returnPath;
  "lib/secrets": typeof lib_secrets;
  "lib/siteOrigin": typeof lib_siteOrigin;
  "model/accounts": typeof model_accounts;
  "model/activity": typeof model_activity;
  "model/analytics": typeof model_analytics;
  "model/analyticsBackfill": typeof model_analyticsBackfill;
  "model/analyticsFormulas": typeof model_analyticsFormulas;
  "model/analyticsHours": typeof model_analyticsHours;
  "model/analyticsPeriod": typeof model_analyticsPeriod;
  "model/analyticsTables": typeof model_analyticsTables;
  "model/analyticsUnits": typeof model_analyticsUnits;
  "model/assignments": typeof model_assignments;
  "model/authTables": typeof model_authTables;
  "model/bookkeepingTables": typeof model_bookkeepingTables;
  "model/company": typeof model_company;
  "model/context": typeof model_context;
  "model/contractors": typeof model_contractors;
  "model/counts": typeof model_counts;
  "model/dashboard": typeof model_dashboard;
  "model/demo/canvas": typeof model_demo_canvas;
  "model/demo/clock": typeof model_demo_clock;
  "model/demo/people": typeof model_demo_people;
  "model/demo/photos": typeof model_demo_photos;
  "model/demo/projects": typeof model_demo_projects;
  "model/demo/props": typeof model_demo_props;
  "model/demo/records": typeof model_demo_records;
  "model/demo/rooms": typeof model_demo_rooms;
  "model/demo/schedule": typeof model_demo_schedule;
  "model/demo/steps": typeof model_demo_steps;
  "model/demo/workspace": typeof model_demo_workspace;
  "model/events": typeof model_events;
  "model/inputs/analytics": typeof model_inputs_analytics;
  "model/inputs/contractors": typeof model_inputs_contractors;
  "model/inputs/fields": typeof model_inputs_fields;
  "model/inputs/notes": typeof model_inputs_notes;
  "model/inputs/ordering": typeof model_inputs_ordering;
  "model/inputs/photos": typeof model_inputs_photos;
  "model/inputs/projects": typeof model_inputs_projects;
  "model/inputs/taskTemplates": typeof model_inputs_taskTemplates;
  "model/inputs/tasks": typeof model_inputs_tasks;
  "model/inputs/teamMembers": typeof model_inputs_teamMembers;
  "model/inputs/timeEntries": typeof model_inputs_timeEntries;
  "model/inputs/units": typeof model_inputs_units;
  "model/inputs/users": typeof model_inputs_users;
  "model/keys": typeof model_keys;
  "model/labels": typeof model_labels;
  "model/masterTasks": typeof model_masterTasks;
  "model/memberRemoval": typeof model_memberRemoval;
  "model/notes": typeof model_notes;
  "model/ordering": typeof model_ordering;
  "model/permissions": typeof model_permissions;
  "model/photoFiles": typeof model_photoFiles;
  "model/photoKinds": typeof model_photoKinds;
  "model/photoUploads": typeof model_photoUploads;
  "model/photos": typeof model_photos;
  "model/pool": typeof model_pool;
  "model/product": typeof model_product;
  "model/projectRemoval": typeof model_projectRemoval;
  "model/projects": typeof model_projects;
  "model/removal": typeof model_removal;
  "model/rowRemoval": typeof model_rowRemoval;
  "model/seeds": typeof model_seeds;
  "model/sessions": typeof model_sessions;
  "model/shapes": typeof model_shapes;
  "model/taskOrder": typeof model_taskOrder;
  "model/tasks": typeof model_tasks;
  "model/teamMembers": typeof model_teamMembers;
  "model/teams": typeof model_teams;
  "model/templateWrites": typeof model_templateWrites;
  "model/templates": typeof model_templates;
  "model/timeEntries": typeof model_timeEntries;
  "model/timeEntryWrites": typeof model_timeEntryWrites;
  "model/today": typeof model_today;
  "model/transitions": typeof model_transitions;
  "model/units": typeof model_units;
  "model/userWrites": typeof model_userWrites;
  "model/users": typeof model_users;
  "model/viewer": typeof model_viewer;
  photoFiles: typeof photoFiles;
  photos: typeof photos;
  projectTeams: typeof projectTeams;
  projects: typeof projects;
  "rest/endpoint": typeof rest_endpoint;
  "rest/library": typeof rest_library;
  "rest/notes": typeof rest_notes;
  "rest/pendingSignIn": typeof rest_pendingSignIn;
  "rest/photoImage": typeof rest_photoImage;
  "rest/photos": typeof rest_photos;
  "rest/responses": typeof rest_responses;
  "rest/routes": typeof rest_routes;
  "rest/sameOrigin": typeof rest_sameOrigin;
  "rest/session": typeof rest_session;
  "rest/sessionCookie": typeof rest_sessionCookie;
  "rest/signIn": typeof rest_signIn;
  sessions: typeof sessions;
  taskTemplates: typeof taskTemplates;
  tasks: typeof tasks;
  teamMembers: typeof teamMembers;
  timeEntries: typeof timeEntries;
  unitNotes: typeof unitNotes;
  units: typeof units;
  users: typeof users;
}>;
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;
