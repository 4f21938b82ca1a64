import { config } from "zod/mini";

// Compiled checks need eval, which the content security policy forbids; trying it is reported.
config({ jitless: true });
