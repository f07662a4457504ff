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

/** Never rounds a probability up to 1, nor down to 0. */
export function confidenceText(probability: number): string {
  if (probability > 0.999 && probability < 1) return '>0.999'
  return probability > 0 && probability < 0.001 ? '<0.001' : probability.toFixed(3)
}
