/** The type of the message that asks the service worker for files that its cache has lost. */
export const missingFilesWanted = "FETCH_MISSING_FILES";
