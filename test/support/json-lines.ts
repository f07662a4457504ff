// Reads NDJSON.

// biome-ignore lint/suspicious/noExplicitAny: tests read lines of every shape
export const jsonLines = (text: string): any[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
