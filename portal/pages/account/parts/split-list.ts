// Several values typed into one field, one a line or with commas between.
export function splitList(typed: string, separator = /\n/): string[] {
  return typed
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
