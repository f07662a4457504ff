// Colours and aligned columns for people; plain text on pipes and with NO_COLOR.
import { at } from '../../kernel/at.ts'
import type { Config } from '../../kernel/config.ts'

const CODES = { bold: [1, 22], dim: [2, 22], good: [32, 39], warn: [33, 39], bad: [31, 39] } as const
type Tone = keyof typeof CODES

/** Of a link; every other outcome is bad. */
export const OUTCOME_TONES: Readonly<Record<string, Tone>> = { matched: 'good', ambiguous: 'warn' }

export interface Style extends Readonly<Record<Tone, (text: string) => string>> {
  /** A person reads it: tables have a heading. */
  readonly isTerminal: boolean
}

export function styleOf(
  { noColor }: Pick<Config, 'noColor'>,
  screen: { readonly isTTY?: boolean } = process.stdout,
): Style {
  const isTerminal = screen.isTTY === true
  const paint = (tone: Tone) => (text: string) => {
    const [on, off] = CODES[tone]
    return isTerminal && !noColor ? `\u001b[${on}m${text}\u001b[${off}m` : text
  }
  const [bold, dim, good, warn, bad] = (['bold', 'dim', 'good', 'warn', 'bad'] as const).map(paint)
  return { isTerminal, bold: bold!, dim: dim!, good: good!, warn: warn!, bad: bad! }
}

export interface TableColumn<T> {
  readonly title: string
  readonly text: (row: T) => string
  /** Numbers end at the same place. */
  readonly right?: boolean
  readonly tone?: (row: T) => Tone | undefined
}

/** One line per row. Pipes get no heading, so that each line is a record. */
export function tableLines<T>(rows: readonly T[], columns: readonly TableColumn<T>[], style: Style): string[] {
  if (rows.length === 0) return []
  const texts = rows.map((row) => columns.map(({ text }) => text(row)))
  const headings = style.isTerminal ? [columns.map(({ title }) => title)] : []
  const widths = columns.map((_, i) => Math.max(...[...headings, ...texts].map((cells) => at(cells, i).length)))
  const line = (cells: readonly string[], paint: (text: string, i: number) => string) =>
    cells
      .map((cell, i) => {
        const padding = ' '.repeat(at(widths, i) - cell.length)
        return at(columns, i).right ? padding + paint(cell, i) : paint(cell, i) + padding
      })
      .join('  ')
      .trimEnd()
  return [
    ...headings.map((cells) => line(cells, (text) => style.bold(text))),
    ...texts.map((cells, row) =>
      line(cells, (text, i) => {
        const tone = at(columns, i).tone?.(at(rows, row))
        return tone ? style[tone](text) : text
      }),
    ),
  ]
}

/** Like `tableLines`, with indented notes under the rows that have some. */
export function tableWithNotes<T>(
  rows: readonly T[],
  columns: readonly TableColumn<T>[],
  notesOf: (row: T) => readonly string[],
  style: Style,
): string[] {
  const lines = tableLines(rows, columns, style)
  const heading = style.isTerminal ? lines.splice(0, 1) : []
  return [...heading, ...rows.flatMap((row, i) => [at(lines, i), ...notesOf(row).map((note) => `  ${note}`)])]
}
