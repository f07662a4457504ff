// Ends a command quietly when its reader has gone, as in `plinth projects | head`.
import { EXIT } from '../kernel/fault.ts'

/** These finish what they began; the rest of their output is lost. */
const FINISHED = new Set(['serve', 'import', 'migrate', 'refresh', 'rollback', 'demo', 'backup', 'restore', 'mcp'])

export function endWithClosedPipe(command: string | undefined, stream: NodeJS.WritableStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    // Without its messages, a command can still do its work.
    if (stream !== process.stderr && !FINISHED.has(command ?? '')) process.exit(EXIT.ok)
  })
}
