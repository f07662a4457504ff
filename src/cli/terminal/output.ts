// Prints a command's result as text for people or as JSON for programs.

export interface OutputOptions {
  readonly json?: boolean
}

export function print({ json }: OutputOptions, value: object, ...lines: readonly string[]): void {
  if (json) console.log(JSON.stringify(value))
  else for (const line of lines) console.log(line)
}

/** The last line of a list. */
export function totalLine(shown: number, total: number): string {
  return shown < total ? `${shown} of ${total}; use --limit to show more` : `${total} in total`
}
