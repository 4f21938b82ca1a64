const settings = globalThis as { __zod_globalConfig?: { jitless?: boolean } };

/**
 * The settings of Zod, which reads them when it loads with the first form. Compiled checks need eval, which the
 * Content-Security-Policy forbids; an attempt would be reported.
 */
export const zodSettings = (settings.__zod_globalConfig ??= {});
zodSettings.jitless = true;
