// Work that takes minutes: the answer begins at once and goes on, a JSON object a line, so that no timeout on the way cuts it.
import { PassThrough } from 'node:stream'
import { Fault } from '../../kernel/fault.ts'
import type { Log } from '../../kernel/log.ts'
import type { OperationResponse } from '../door/route.ts'

const HEARTBEAT_MS = 5000

export function streamProgress(
  log: Log,
  work: (tell: (progress: object) => void) => Promise<unknown>,
): OperationResponse {
  const out = new PassThrough()
  let last: object = {}
  const write = (line: object) => {
    // The work goes on when the caller is gone: it is the data's, not his.
    if (!out.destroyed) out.write(`${JSON.stringify(line)}\n`)
  }
  const heartbeat = setInterval(() => write({ progress: last }), HEARTBEAT_MS)
  write({ progress: last })
  work((progress) => {
    last = progress
    write({ progress })
  })
    .then(
      (data) => write({ data: data ?? null }),
      (error: unknown) => {
        if (!(error instanceof Fault)) log.error({ err: error }, 'long work failed')
        const fault = error instanceof Fault ? error : new Fault('internal_error')
        write({ error: { code: fault.code, detail: fault.message } })
      },
    )
    .finally(() => {
      clearInterval(heartbeat)
      if (!out.destroyed) out.end()
    })
  out.on('error', () => {})
  return { type: 'application/x-ndjson', body: out }
}
