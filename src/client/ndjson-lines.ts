// NDJSON out of a web stream, a line at a time.
import { PlinthError } from './errors.ts'

/** The JSON values of a body, one a line; memory holds one chunk and the line it cut. */
export async function* readLines<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = done ? '' : lines.pop()!
      for (const line of lines) if (line.trim() !== '') yield parse<T>(line)
      if (done) return
    }
  } finally {
    // Whoever stops reading lets the connection go.
    await reader.cancel().catch(() => undefined)
  }
}

function parse<T>(line: string): T {
  try {
    return JSON.parse(line) as T
  } catch (cause) {
    const detail = 'The stream ended in the middle of a line.'
    throw new PlinthError({ status: 200, code: 'unexpected_answer', detail, cause })
  }
}
