// What a command has to say: a sentence for people, or one JSON document for programs.

export interface Printing {
  readonly json?: boolean
}

export function print({ json }: Printing, value: object, ...lines: readonly string[]): void {
  if (json) console.log(JSON.stringify(value))
  else for (const line of lines) console.log(line)
}
