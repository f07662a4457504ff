// Streams progress of long work as JSON lines, so no proxy times out.
import { PassThrough } from 'node:stream'
import { Fault } from '../../kernel/fault.ts'
import type { Log } from '../../kernel/log.ts'
import { faultOf } from '../server/problem.ts'
import type { OperationResponse } from '../server/route.ts'

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
  // A client that does not read misses progress, but not the result.
  const writeProgress = () => {
    if (!stream.writableNeedDrain) write({ progress: lastProgress })
  }
  const heartbeat = setInterval(writeProgress, HEARTBEAT_MS)
  writeProgress()
  work((progress) => {
    lastProgress = progress
    writeProgress()
  })
    .then(
      (data) => write({ data: data ?? null }),
      (error: unknown) => {
        if (!(error instanceof Fault)) log.error({ err: error }, 'long operation failed')
        const { code, message } = faultOf(error)
        // `message` as in other streams; earlier clients read `detail`.
        write({ error: { code, message, detail: message } })
      },
    )
    .finally(() => {
      clearInterval(heartbeat)
      if (!stream.destroyed) stream.end()
    })
  stream.on('error', () => {})
  return { type: 'application/x-ndjson', body: stream }
}
