// Resolves a host name to all of its addresses by DNS.
// Not `dns.lookup`: it blocks one of libuv's four threads and reads the hosts file.
import { promises as dns } from 'node:dns'

/** Rejects when the name has no address. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>

export function nameResolver(servers?: readonly string[]): ResolveName {
  return async (name, signal) => {
    // One per lookup, because `cancel` aborts all lookups of a resolver.
    const resolver = new dns.Resolver({ timeout: 3000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      signal.throwIfAborted()
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      const found = [v4, v6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
      if (found.length === 0) throw (v4 as PromiseRejectedResult).reason
      return found
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}
