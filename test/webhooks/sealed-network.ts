// Checks that the network is isolated; hostile URLs are tested only there.
import { readFileSync } from 'node:fs'

/** Why packets could leave, from `/proc/net/dev`, `route` and `ipv6_route`; null if they cannot. */
export function leakOf(devices: string, routes: string, routes6: string): string | null {
  const names = devices.split('\n').flatMap((line) => /^\s*([^\s:]+):/.exec(line)?.[1] ?? [])
  if (names.join() !== 'lo') return `the interfaces are ${names.join(', ') || 'unknown'}, not lo alone`
  if (routes.trim().split('\n').length > 1) return 'there are IPv4 routes'
  if (routes6.split('\n').some((line) => line.trim() !== '' && !/\slo$/.test(line))) return 'there are IPv6 routes'
  return null
}

/** Exits unless the network is isolated. */
export function insistOnSealedNetwork(): void {
  const read = (name: string) => readFileSync(`/proc/net/${name}`, 'utf8')
  const leak = leakOf(read('dev'), read('route'), read('ipv6_route'))
  if (leak === null) return
  console.error(`refusing to try hostile URLs here: ${leak}`)
  process.exit(3)
}
