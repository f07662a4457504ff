// Real requests and responses of the sandbox, recorded by `npm run docs:examples`.
import { readFileSync } from 'node:fs'

/** The response to the operation's example request. */
export interface RecordedExample {
  readonly status: number
  /** Absent if the response has no body. Text if it is not JSON. */
  readonly body?: unknown
}

let examples: Readonly<Record<string, RecordedExample>> | undefined

export function exampleOf(operationId: string): RecordedExample | undefined {
  examples ??= JSON.parse(readFileSync(new URL('../../../docs/examples.json', import.meta.url), 'utf8'))
  return examples![operationId]
}
