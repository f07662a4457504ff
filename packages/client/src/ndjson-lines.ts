// Reads NDJSON from a web stream, line by line.
import { PlinthError } from './errors.ts'

/** Yields one JSON value per line. Holds at most one chunk and one partial line in memory. */
export async function* readLines<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(interrupted)
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = done ? '' : lines.pop()!
      for (const line of lines) if (line.trim() !== '') yield parse<T>(line)
      if (done) return
    }
  } finally {
    // Close the connection if the reader stops early.
    await reader.cancel().catch(() => undefined)
  }
}

function interrupted(cause: unknown): never {
  if (cause instanceof DOMException) throw cause
  throw new PlinthError({ status: 0, code: 'network_error', detail: 'The response was interrupted.', cause })
}

function parse<T>(line: string): T {
  try {
    return JSON.parse(line) as T
  } catch (cause) {
    const detail = 'The stream ended in the middle of a line.'
    throw new PlinthError({ status: 200, code: 'unexpected_answer', detail, cause })
  }
}
