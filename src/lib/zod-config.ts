const settings = globalThis as { __zod_globalConfig?: { jitless?: boolean } };

/**
 * The settings of Zod, which looks for them here when it is loaded with the first form. Compiled checks need eval, which the
 * content security policy forbids; trying it is reported.
 */
export const zodSettings = (settings.__zod_globalConfig ??= {});
zodSettings.jitless = true;
