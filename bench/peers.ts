// Alternatives that the matcher's speed is compared with, each in a few lines.

import { distance } from 'fastest-levenshtein'
import Fuse from 'fuse.js'
import MiniSearch from 'minisearch'

export interface PeerBuilding {
  readonly key: string
  readonly line: string
  readonly city: string
}

export interface Peer {
  readonly name: string
  /** Maximum number of queries, lower for slow peers. */
  readonly limit: number
  find(text: string, city: string | null): string | null | Promise<string | null>
  close?(): Promise<void>
}

const TYPES =
  /\b(street|st|avenue|ave|av|road|rd|drive|dr|boulevard|blvd|boul|crescent|cres|court|crt|ct|place|pl|lane|ln|way|rue|chemin|ch|trail|terrace|parkway|pkwy|gate|square|sq|north|south|east|west|ouest|est|nord|sud|northwest|northeast|southwest|southeast|nw|ne|sw|se|n|s|e|w)\b/g

export const normalise = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f'.]/g, '')
    .replace(/\b(\d+)(st|nd|rd|th|e)\b/g, '$1')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const bare = (text: string): string => normalise(text).replace(TYPES, ' ').replace(/\s+/g, ' ').trim()

/** Looks up the number with the longest run of words after it. */
export function exactPeer(buildings: readonly PeerBuilding[]): Peer {
  const index = new Map<string, string[]>()
  for (const b of buildings) {
    const [number = '', ...words] = bare(b.line).split(' ')
    const key = `${number} ${words.join('')}`
    const list = index.get(key)
    if (list) list.push(b.key)
    else index.set(key, [b.key])
  }
  const find = (text: string): string | null => {
    const words = bare(text).split(' ')
    for (let i = 0; i < words.length; i++) {
      if (!/^\d+$/.test(words[i] as string)) continue
      for (let to = Math.min(words.length, i + 5); to > i + 1; to--) {
        const found = index.get(`${words[i]} ${words.slice(i + 1, to).join('')}`)
        if (found) return found[0] as string
      }
    }
    return null
  }
  return { name: 'exact number + street (30 lines)', limit: 20_000, find }
}

/** Strips the unit, then finds the nearest line with the same number by Levenshtein distance. */
export function levenshteinPeer(buildings: readonly PeerBuilding[]): Peer {
  const byNumber = new Map<string, { key: string; text: string }[]>()
  for (const b of buildings) {
    const text = normalise(b.line)
    const number = text.split(' ')[0] as string
    const list = byNumber.get(number)
    if (list) list.push({ key: b.key, text })
    else byNumber.set(number, [{ key: b.key, text }])
  }
  const find = (text: string): string | null => {
    const clean = normalise(
      text
        .replace(/^#?\s*\w+\s*-\s*/, '')
        .replace(/,.*$/, '')
        .replace(/#\s*\w+/, ''),
    )
    let best: string | null = null
    let least = Number.POSITIVE_INFINITY
    for (const { key, text: other } of byNumber.get(clean.split(' ')[0] as string) ?? []) {
      const d = distance(clean, other)
      if (d < least) {
        least = d
        best = key
      }
    }
    return best
  }
  return { name: 'regex normaliser + Levenshtein', limit: 20_000, find }
}

export function miniSearchPeer(buildings: readonly PeerBuilding[]): Peer {
  const search = new MiniSearch({ fields: ['text'], storeFields: ['number'] })
  search.addAll(
    buildings.map((b) => ({
      id: b.key,
      text: `${normalise(b.line)} ${normalise(b.city)}`,
      number: normalise(b.line).split(' ')[0],
    })),
  )
  const find = (text: string, city: string | null): string | null => {
    const clean = normalise(`${text} ${city ?? ''}`)
    const numbers = new Set(clean.split(' ').filter((w) => /^\d+$/.test(w)))
    const [first] = search.search(clean, { fuzzy: 0.2, prefix: true, filter: (r) => numbers.has(r.number as string) })
    return (first?.id as string | undefined) ?? null
  }
  return { name: 'MiniSearch + normaliser + number filter', limit: 100, find }
}

export function fusePeer(buildings: readonly PeerBuilding[]): Peer {
  const fuse = new Fuse(
    buildings.map((b) => ({ key: b.key, text: `${normalise(b.line)} ${normalise(b.city)}` })),
    { keys: ['text'], threshold: 0.4, ignoreLocation: true },
  )
  return {
    name: 'Fuse.js',
    limit: 5,
    find: (text, city) => fuse.search(normalise(`${text} ${city ?? ''}`), { limit: 1 })[0]?.item.key ?? null,
  }
}
