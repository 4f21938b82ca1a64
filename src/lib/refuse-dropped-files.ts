/**
 * Keeps the browser from opening a file that is dropped outside of a drop target: the file would replace the page and
 * its typed text. The pointer shows meanwhile that nothing accepts the file.
 */
export function refuseDroppedFiles(): void {
  window.addEventListener("dragover", (event) => {
    if (refuse(event) && event.dataTransfer) event.dataTransfer.dropEffect = "none";
  });
  window.addEventListener("drop", refuse);
}

/** Refuses a file drag that no element has handled; true when it did. */
function refuse(event: DragEvent): boolean {
  const isFile = event.dataTransfer?.types.includes("Files") === true;
  if (!isFile || event.defaultPrevented || isFileField(event.target)) return false;
  event.preventDefault();
  return true;
}

function isFileField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "file";
}
