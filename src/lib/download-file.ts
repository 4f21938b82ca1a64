/** Downloads a file under this name. */
export function downloadFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  // Firefox only follows links that are in the document.
  document.body.append(link);
  link.click();
  link.remove();
  // The download holds the file by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
