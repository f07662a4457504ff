// Streams progress of long work as JSON lines, so no proxy times out.
import { PassThrough } from 'node:stream'
import { Fault } from '../../kernel/fault.ts'
import type { Log } from '../../kernel/log.ts'
import type { OperationResponse } from '../door/route.ts'

const HEARTBEAT_MS = 5000

export function streamProgress(
  log: Log,
  work: (onProgress: (progress: object) => void) => Promise<unknown>,
): OperationResponse {
  const stream = new PassThrough()
  let lastProgress: object = {}
  const write = (line: object) => {
    // The work continues after the client disconnects.
    if (!stream.destroyed) stream.write(`${JSON.stringify(line)}\n`)
  }
  const heartbeat = setInterval(() => write({ progress: lastProgress }), HEARTBEAT_MS)
  write({ progress: lastProgress })
  work((progress) => {
    lastProgress = progress
    write({ progress })
  })
    .then(
      (data) => write({ data: data ?? null }),
      (error: unknown) => {
        if (!(error instanceof Fault)) log.error({ err: error }, 'long operation failed')
        const fault = error instanceof Fault ? error : new Fault('internal_error')
        write({ error: { code: fault.code, detail: fault.message } })
      },
    )
    .finally(() => {
      clearInterval(heartbeat)
      if (!stream.destroyed) stream.end()
    })
  stream.on('error', () => {})
  return { type: 'application/x-ndjson', body: stream }
}
