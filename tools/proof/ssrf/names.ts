// Names of the attack and how they resolve: always inside, mixed, or changing between lookups.
import type { Resolve } from '../../../test/webhooks/dns-server.ts'
import { PUBLIC_V4, PUBLIC_V6, RESOLVED } from './addresses.ts'

export const ATTACK_DOMAIN = 'attack.tld'
/** A name that resolves to the receiver only. */
export const RECEIVER_NAME = `receiver.${ATTACK_DOMAIN}`
/** Resolves to the receiver by IPv6 only. */
export const RECEIVER_V6_NAME = `receiver6.${ATTACK_DOMAIN}`
/** The host of the server's own public URL, which is internal for the server itself. */
export const OWN_NAME = `own.${ATTACK_DOMAIN}`

/** Returns the records for the n-th lookup of a name (from 1) that leads to an internal address. */
type Pattern = (inside: string, nth: number) => readonly string[]

const firstPublic =
  (lookups: number): Pattern =>
  (inside, nth) => [nth <= lookups ? PUBLIC_V4 : inside]

export const PATTERNS = {
  always: (inside) => [inside],
  publicFirst: (inside) => [PUBLIC_V4, inside],
  publicLast: (inside) => [inside, PUBLIC_V4],
  lastOfMany: (inside) => [...Array.from({ length: 20 }, (_, i) => `93.184.216.${i + 40}`), inside],
  alias: (inside) => ['CNAME localhost', inside],
  // The name changes between the check of the URL and the connection.
  flipAfterOne: firstPublic(1),
  flipAfterTwo: firstPublic(2),
  flipAfterThree: firstPublic(3),
  alternating: (inside, nth) => [nth % 2 === 1 ? PUBLIC_V4 : inside],
  insideFirst: (inside, nth) => [nth === 1 ? inside : PUBLIC_V4],
} as const satisfies Record<string, Pattern>

export type PatternName = keyof typeof PATTERNS

/** Every use of a target gets a name of its own, so that its lookups are counted from one. */
export function nameOf(pattern: PatternName, addressIndex: number, use: number): string {
  return `${pattern.toLowerCase()}-${addressIndex}-${use}.${ATTACK_DOMAIN}`
}

/** Public services that resolve to the address in the name, and names that always resolve to loopback. */
const LOOPBACK_NAMES = /(^|\.)(nip\.io|sslip\.io|lvh\.me|localtest\.me)$/

export const resolveAttackName: Resolve = (name, nth) => {
  if (name === RECEIVER_NAME) return [PUBLIC_V4]
  if (name === RECEIVER_V6_NAME) return [PUBLIC_V6]
  if (name === OWN_NAME || LOOPBACK_NAMES.test(name)) return ['127.0.0.1']
  const [, pattern, address] = /^([a-z]+)-(\d+)-\d+\.attack\.tld$/.exec(name) ?? []
  const inside = RESOLVED[Number(address)]
  const found = Object.entries(PATTERNS).find(([key]) => key.toLowerCase() === pattern)
  return found && inside !== undefined ? found[1](inside, nth) : undefined
}
