// Lines of a source file with their numbers.
import { LineSplitter } from '../../kernel/lines.ts'

export interface Line {
  readonly number: number
  /** Null when the line exceeds MAX_ROW_LENGTH. */
  readonly text: string | null
  /** False for a last line without a line end: the file may be truncated. */
  readonly ended: boolean
}

/** In characters. A project with a thousand units needs about a quarter of this. */
export const MAX_ROW_LENGTH = 4 * 1024 * 1024

export async function* numberedLines(text: AsyncIterable<string>): AsyncGenerator<Line> {
  const splitter = LineSplitter.text(MAX_ROW_LENGTH)
  let number = 1
  const numbered = (line: string | null, ended: boolean): Line => ({
    number: number++,
    text: line?.endsWith('\r') ? line.slice(0, -1) : line,
    ended,
  })
  for await (const chunk of text) for (const line of splitter.push(chunk)) yield numbered(line, true)
  for (const line of splitter.end()) yield numbered(line, false)
}
