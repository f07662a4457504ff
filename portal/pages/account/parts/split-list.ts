// Splits a field that holds several values, one per line by default.
export function splitList(value: string, separator = /\n/): string[] {
  return value
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
