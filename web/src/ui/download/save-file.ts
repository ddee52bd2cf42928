/** Lets the browser save a file under this name. */
export function saveFile(contents: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(contents);
  link.download = name;
  link.click();
  // The browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
