// Decides which IP addresses customers' URLs may reach: public unicast only.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All globally routable IPv6. Everything outside it is special or unassigned. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/** A public address that inside Azure reaches the host agent, which issues credentials. */
const CLOUD_AGENTS = ['168.63.129.16']

/**
 * Rejects all addresses that embed an IPv4 address (mapped, 6to4, NAT64, Teredo). No receiver needs them, and a router
 * may interpret them differently than this check.
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

export function sameAddress(one: string | undefined, other: string): boolean {
  if (one === undefined || isIP(one) === 0 || isIP(other) === 0) return false
  return ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString()
}
