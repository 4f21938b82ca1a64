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
import type * as auth from "../auth.js";
import type * as functions from "../functions.js";
import type * as lib_companyAddress from "../lib/companyAddress.js";
import type * as lib_cookies from "../lib/cookies.js";
import type * as lib_dates from "../lib/dates.js";
import type * as lib_errors from "../lib/errors.js";
import type * as lib_hash from "../lib/hash.js";
import type * as lib_openIdClaims from "../lib/openIdClaims.js";
import type * as lib_parse from "../lib/parse.js";
import type * as lib_returnPath from "../lib/returnPath.js";
import type * as lib_secrets from "../lib/secrets.js";
import type * as model_accounts from "../model/accounts.js";
import type * as model_authTables from "../model/authTables.js";
import type * as model_context from "../model/context.js";
import type * as model_inputs_fields from "../model/inputs/fields.js";
import type * as model_inputs_projects from "../model/inputs/projects.js";
import type * as model_inputs_tasks from "../model/inputs/tasks.js";
import type * as model_inputs_units from "../model/inputs/units.js";
import type * as model_labels from "../model/labels.js";
import type * as model_permissions from "../model/permissions.js";
import type * as model_sessions from "../model/sessions.js";
import type * as model_viewer from "../model/viewer.js";

/**
 * A utility for referencing Convex functions in your app's API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
declare const fullApi: ApiFromModules<{
  auth: typeof auth;
  functions: typeof functions;
  "lib/companyAddress": typeof lib_companyAddress;
  "lib/cookies": typeof lib_cookies;
  "lib/dates": typeof lib_dates;
  "lib/errors": typeof lib_errors;
  "lib/hash": typeof lib_hash;
  "lib/openIdClaims": typeof lib_openIdClaims;
  "lib/parse": typeof lib_parse;
  "lib/returnPath": typeof lib_returnPath;
  "lib/secrets": typeof lib_secrets;
  "model/accounts": typeof model_accounts;
  "model/authTables": typeof model_authTables;
  "model/context": typeof model_context;
  "model/inputs/fields": typeof model_inputs_fields;
  "model/inputs/projects": typeof model_inputs_projects;
  "model/inputs/tasks": typeof model_inputs_tasks;
  "model/inputs/units": typeof model_inputs_units;
  "model/labels": typeof model_labels;
  "model/permissions": typeof model_permissions;
  "model/sessions": typeof model_sessions;
  "model/viewer": typeof model_viewer;
}>;
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;
