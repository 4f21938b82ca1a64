const FIELD =
  "textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox], [role=menu], [role=listbox], input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file], [type=range])";

/**
 * The name of a pressed key: "j", "?", "Escape", "mod+k", "mod+shift+z"; null while a text is composed and with other
 * modifiers.
 */
export function keyName(event: KeyboardEvent): string | null {
  if (event.isComposing || event.key === "Process" || event.key === "Dead") return null;
  const hasMod = event.ctrlKey || event.metaKey;
  // AltGr arrives as Control with Alt.
  if (event.altKey || event.getModifierState("AltGraph")) return null;
  const key = letterOf(event);
  const isShifted = event.shiftKey && (key.length > 1 || /[a-z]/.test(key));
  if (!hasMod) return isShifted ? null : key;
  return isShifted ? `mod+shift+${key}` : `mod+${key}`;
}

/** The Latin letter printed on the key, for keyboards of other scripts. */
function letterOf({ key, code }: KeyboardEvent): string {
  const isForeign = key.length === 1 && key > "\u007f";
  const latin = isForeign ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  const letter = latin ?? key;
  return letter.length === 1 ? letter.toLowerCase() : letter;
}

/**
 * The kind of place where a key is pressed. Fields handle letters themselves, and so do open menus and lists of
 * options.
 */
export function placeOf({ target }: KeyboardEvent): "field" | "dialog" | "page" {
  if (target instanceof Element && target.closest(FIELD) !== null) return "field";
  return document.querySelector("[role=dialog], [role=alertdialog]") === null ? "page" : "dialog";
}
