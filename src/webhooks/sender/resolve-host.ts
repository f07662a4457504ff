// Looks a name up in the DNS: all its addresses, asked once. Not by the system's own way, which would take one of the four
// threads that files and hashes need for as long as a slow name server likes, and read the hosts file.
import { promises as dns } from 'node:dns'

/** All addresses of a name; rejects when it has none. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>

export function nameResolver(servers?: readonly string[]): ResolveName {
  return async (name, signal) => {
    // One for each look-up: cancelling cancels all that a resolver has under way.
    const resolver = new dns.Resolver({ timeout: 3000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      signal.throwIfAborted()
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      const found = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      if (found.length === 0) throw (v4 as PromiseRejectedResult).reason
      return found
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}
