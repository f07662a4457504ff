// Figures of measurements and tables of them, as all tools print and publish them.

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
export const whole = (value: number): string => Math.round(value).toLocaleString('en')
export const percent = (part: number, all: number, digits = 2): string =>
  `${((100 * part) / Math.max(1, all)).toFixed(digits)} %`

export function quantile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: Iterable<number>): number => quantile(values, 0.5)

/** As Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
