// Closes connections that were handed to a worker which died before it took them.
import type { ChildProcess } from 'node:child_process'
import type { Worker } from 'node:cluster'

interface Handle {
  close(): void
}

/** How node:cluster hands over a connection, and how the worker replies. */
interface ClusterMessage {
  readonly cmd?: string
  readonly act?: string
  readonly seq?: number
  readonly ack?: number
}

/**
 * node:cluster keeps such a connection open without an owner, and its client waits forever. Closed, the client sees an error
 * at once and can retry. Returns the function to call when the worker has ended.
 */
export function watchConnections(worker: Worker): () => void {
  const unclaimed = new Map<number, Handle>()
  const child = worker.process as ChildProcess & NodeJS.EventEmitter
  const send = child.send.bind(child) as (...parts: unknown[]) => boolean
  child.send = ((message: ClusterMessage, handle: Handle | undefined, ...rest: unknown[]) => {
    if (message.cmd === 'NODE_CLUSTER' && message.act === 'newconn' && handle && message.seq !== undefined)
      unclaimed.set(message.seq, handle)
    return send(message, handle, ...rest)
  }) as ChildProcess['send']
  ;(child as NodeJS.EventEmitter).on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) unclaimed.delete(ack)
  })
  return () => {
    for (const handle of unclaimed.values()) handle.close()
    unclaimed.clear()
  }
}
