// Alternatives that the matcher is compared with, each in a few lines.

import { distance } from 'fastest-levenshtein'
import Fuse from 'fuse.js'
import MiniSearch from 'minisearch'

export interface PeerBuilding {
  readonly key: string
  readonly line: string
  readonly city: string
  readonly name?: string | null
}

/** The best building and how good it is. Scores of different peers have different scales. */
export interface PeerAnswer {
  readonly key: string
  readonly score: number
}

export interface Peer {
  readonly name: string
  /** Maximum number of queries, lower for slow peers. */
  readonly limit: number
  find(text: string, city: string | null): PeerAnswer | null
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

/** Looks up the number with the longest run of words after it, then a name as a run of words. */
export function exactPeer(buildings: readonly PeerBuilding[]): Peer {
  const index = new Map<string, PeerBuilding[]>()
  const add = (key: string, building: PeerBuilding): void => {
    const list = index.get(key)
    if (list) list.push(building)
    else index.set(key, [building])
  }
  for (const b of buildings) {
    const [number = '', ...words] = bare(b.line).split(' ')
    add(`${number} ${words.join('')}`, b)
    if (b.name) add(normalise(b.name).replaceAll(' ', ''), b)
  }
  /** The city and the words of the line, type and side included, decide between buildings. */
  const best = (found: readonly PeerBuilding[], text: string, city: string | null): PeerAnswer => {
    const words = new Set(normalise(text).split(' '))
    const scored = found.map((b) => {
      const line = normalise(b.line).split(' ')
      const place = normalise(b.city)
      const isPlace = normalise(city ?? '') === place || place.split(' ').every((w) => words.has(w))
      return { key: b.key, score: line.filter((w) => words.has(w)).length / line.length + (isPlace ? 1 : 0) }
    })
    return scored.sort((a, b) => b.score - a.score)[0] as PeerAnswer
  }
  const lookUp = (words: readonly string[], prefix: string, from: number, most: number): PeerBuilding[] | null => {
    for (let to = Math.min(words.length, from + most); to > from; to--) {
      const found = index.get(prefix + words.slice(from, to).join(''))
      if (found) return found
    }
    return null
  }
  const find = (text: string, city: string | null): PeerAnswer | null => {
    const words = bare(text).split(' ')
    for (let i = 0; i < words.length; i++) {
      const found = /^\d+$/.test(words[i] as string) ? lookUp(words, `${words[i]} `, i + 1, 4) : null
      if (found) return best(found, text, city)
    }
    const all = normalise(text).split(' ')
    for (let i = 0; i < all.length; i++) {
      const found = lookUp(all, '', i, 5)
      if (found) return best(found, text, city)
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
  const find = (text: string): PeerAnswer | null => {
    const clean = normalise(
      text
        .replace(/^#?\s*\w+\s*-\s*/, '')
        .replace(/,.*$/, '')
        .replace(/#\s*\w+/, ''),
    )
    let best: PeerAnswer | null = null
    for (const { key, text: other } of byNumber.get(clean.split(' ')[0] as string) ?? []) {
      const score = 1 - distance(clean, other) / Math.max(clean.length, other.length)
      if (!best || score > best.score) best = { key, score }
    }
    return best
  }
  return { name: 'regex normaliser + Levenshtein', limit: 20_000, find }
}

/** Levenshtein similarity of two texts, from 0 to 1; 0 when their lengths alone make it less than `least`. */
const ratio = (a: string, b: string, least: number): number => {
  const longer = Math.max(a.length, b.length)
  return Math.min(a.length, b.length) <= least * longer ? 0 : 1 - distance(a, b) / longer
}

/** fuzzball's `token_set_ratio`: what both have, compared with each of the two. */
function tokenSetRatio(text: ReadonlySet<string>, length: number, words: readonly string[]): number {
  const shared = words.filter((w) => text.has(w)).join(' ')
  const other = words.join(' ')
  const best = ratio(shared, other, 0)
  // a whole post is too long to be like an address
  if (other.length <= Math.max(best, 0.2) * length) return best
  const rest = [...text].filter((w) => !words.includes(w)).join(' ')
  const all = shared === '' ? rest : `${shared} ${rest}`
  return Math.max(best, ratio(shared, all, best), ratio(other, all, best))
}

/** Ranks the buildings whose number is in the text as fuzzball does. */
export function fuzzballPeer(buildings: readonly PeerBuilding[]): Peer {
  const byNumber = new Map<string, { key: string; words: string[]; place: string[] }[]>()
  for (const b of buildings) {
    const [number = '', ...rest] = normalise(b.line).split(' ')
    const one = { key: b.key, words: rest, place: [...rest, ...normalise(b.city).split(' ')] }
    const list = byNumber.get(number)
    if (list) list.push(one)
    else byNumber.set(number, [one])
  }
  const find = (text: string, city: string | null): PeerAnswer | null => {
    const words = new Set(normalise(`${text} ${city ?? ''}`).split(' '))
    const { length } = [...words].join(' ')
    let best: PeerAnswer | null = null
    for (const number of words)
      for (const { key, words: street, place } of byNumber.get(number) ?? []) {
        const score = tokenSetRatio(words, length, street) + tokenSetRatio(words, length, place) / 10
        if (!best || score > best.score) best = { key, score }
      }
    return best
  }
  return { name: 'fuzzball over the same number', limit: 20_000, find }
}

/** Prefers buildings whose number occurs in the text; a text without one is searched as it is. */
export function miniSearchPeer(buildings: readonly PeerBuilding[]): Peer {
  const search = new MiniSearch({ fields: ['text'], storeFields: ['number'] })
  search.addAll(
    buildings.map((b) => ({
      id: b.key,
      text: `${normalise(b.line)} ${normalise(b.city)} ${normalise(b.name ?? '')}`,
      number: normalise(b.line).split(' ')[0],
    })),
  )
  const find = (text: string, city: string | null): PeerAnswer | null => {
    const clean = normalise(`${text} ${city ?? ''}`)
    const numbers = new Set(clean.split(' ').filter((w) => /^\d+$/.test(w)))
    const found = search.search(clean, { fuzzy: 0.2, prefix: true })
    const first = found.find((r) => numbers.has(r.number as string)) ?? found[0]
    return first ? { key: first.id as string, score: first.score } : null
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
    find: (text, city) => {
      const [first] = fuse.search(normalise(`${text} ${city ?? ''}`), { limit: 1 })
      return first ? { key: first.item.key, score: 1 - (first.score ?? 1) } : null
    },
  }
}
