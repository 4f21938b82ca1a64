import * as z from "zod";
import { analyticsPeriods } from "../labels.ts";

/** The period of analytics; none means the whole history. */
export const periodInput = z
  .literal(analyticsPeriods, `Period must be one of ${analyticsPeriods.join(", ")}`)
  .optional();
