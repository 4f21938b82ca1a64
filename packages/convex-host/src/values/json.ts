/** Any JSON value; Convex values travel in the encoded form (`$integer`, `$float`, `$bytes`, `$undefined`). */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };
