/**
 * Keeps the browser from opening a file that is dropped where nothing takes it: the file would stand in the place of the page, with
 * what is typed in it. The pointer says meanwhile that nothing is taken there.
 */
export function refuseDroppedFiles(): void {
  window.addEventListener("dragover", (event) => {
    if (refuse(event) && event.dataTransfer) event.dataTransfer.dropEffect = "none";
  });
  window.addEventListener("drop", refuse);
}

/** True where nothing on the way had taken it. */
function refuse(event: DragEvent): boolean {
  const isFile = event.dataTransfer?.types.includes("Files") === true;
  if (!isFile || event.defaultPrevented || isFileField(event.target)) return false;
  event.preventDefault();
  return true;
}

function isFileField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "file";
}
