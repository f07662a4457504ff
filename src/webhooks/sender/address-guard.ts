// Which addresses we may connect to on a customer's word: public unicast, and nothing that can lead elsewhere.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All IPv6 that is handed out to the public. What lies outside it is special or unassigned, today and tomorrow. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/** Public by its number, but inside every machine of one cloud: the host agent that hands out credentials. */
const CLOUD_AGENTS = ['168.63.129.16']

/**
 * Addresses that carry an IPv4 one inside (mapped, 6to4, NAT64, Teredo) are refused whatever is inside: no receiver
 * needs to be reached by one, and every one of them is a second spelling that a check may read otherwise than a router.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || CLOUD_AGENTS.includes(address)) return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6)
}

export function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback'
}

/** The same address, however it is spelled. */
export function sameAddress(one: string | undefined, other: string): boolean {
  if (one === undefined || isIP(one) === 0 || isIP(other) === 0) return false
  return ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString()
}
