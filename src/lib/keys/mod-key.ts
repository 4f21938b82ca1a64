/** The name of the key that is pressed with a letter: Command on a Mac, else Control. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";
