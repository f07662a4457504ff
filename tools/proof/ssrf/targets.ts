// The hostile URLs of the attack: spellings, names, rebinding, redirects, links, ports, schemes.

import { INTERNAL_V4, INTERNAL_V6, RESOLVED } from './addresses.ts'
import targets from './data/targets.json' with { type: 'json' }
import type { PatternName } from './names.ts'
import { nameOf, OWN_NAME, PATTERNS, RECEIVER_NAME } from './names.ts'
import { spellingsOf } from './spellings.ts'

export interface Target {
  readonly kind: 'address' | 'spelling' | 'name' | 'redirect' | 'link' | 'port' | 'scheme' | 'parser' | 'own URL'
  /** For the report: the URL, or what a name or server does. */
  readonly what: string
  /** Every use of a target has its own number, because some names change with every lookup. */
  url(use: number): string
}

/** Every port of a target. The attack listens on all of them. */
export const PORTS: readonly number[] = targets.ports

/** The server's own public URL. Its port is watched, unlike the one the server really listens on. */
export const OWN_PORT = 8081
export const OWN_URL = `http://${OWN_NAME}:${OWN_PORT}`

const NAMES: Readonly<Record<string, string>> = {
  receiver: RECEIVER_NAME,
  own: OWN_NAME,
  OWN: OWN_NAME.toUpperCase(),
  ownUrl: OWN_URL,
  port: String(OWN_PORT),
}
/** The URLs of a list in data/targets.json, with the names of this attack: `https://{receiver}/`. */
const urlsOf = (list: readonly string[]): string[] =>
  list.map((url) => url.replaceAll(/\{(\w+)\}/g, (_, name: string) => NAMES[name]!))
/** Where redirects and links lead. */
const LURED = urlsOf(targets.lured)

const fixed = (kind: Target['kind'], url: string): Target => ({ kind, what: url, url: () => url })

const addresses: readonly string[] = [...INTERNAL_V4, ...INTERNAL_V6.map((address) => `[${address}]`)]

/** On the receiver: redirects with `status`, or for 200 names `to` wherever a link can be. */
const lure = (status: number, to: string) => `https://${RECEIVER_NAME}/lure/${status}?to=${encodeURIComponent(to)}`

/** IPv6 records need other addresses than IPv4 ones, so every pattern meets a few of each. */
function namesOf(pattern: PatternName): Target[] {
  const isChanging = /^(flip|alternating)/.test(pattern)
  const indexes = [...RESOLVED.keys()].filter((index) => pattern === 'always' || index % (isChanging ? 2 : 3) === 0)
  return indexes.map((index) => ({
    kind: 'name' as const,
    what: `a name that resolves to ${RESOLVED[index]} (${pattern})`,
    url: (use) => `https://${nameOf(pattern, index, use)}/`,
  }))
}

export const TARGETS: readonly Target[] = [
  ...addresses.map((address) => fixed('address', `https://${address}/`)),
  ...addresses.map((address, i) => fixed('address', `http://${address}${i % 2 === 0 ? '' : ':8080'}/`)),
  ...targets.spelled.flatMap(spellingsOf).map((host) => fixed('spelling', `https://${host}/`)),
  ...targets.localNames.map((name) => fixed('name', `https://${name}/`)),
  ...(Object.keys(PATTERNS) as PatternName[]).flatMap(namesOf),
  ...urlsOf(targets.parsers).map((url) => fixed('parser', url)),
  ...urlsOf(targets.schemes).map((url) => fixed('scheme', url)),
  ...PORTS.map((port) => fixed('port', `https://always-1-1.attack.tld:${port}/`)),
  ...urlsOf(targets.own).map((url) => fixed('own URL', url)),
  ...targets.redirects.flatMap((status) => LURED.map((to) => fixed('redirect', lure(status, to)))),
  ...LURED.map((to) => fixed('link', lure(200, to))),
]
