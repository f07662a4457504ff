// Saves a file that the page made.
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // By then the browser has saved the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
