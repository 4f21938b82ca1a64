import * as z from "zod";
import { requiredText } from "./fields.ts";

/** What a note says: never empty, without blanks around it. */
export const noteInput = z.object({ content: requiredText("Note", 10_000) });
