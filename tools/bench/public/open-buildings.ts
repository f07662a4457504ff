// Real buildings that ship with the repository: Toronto's register of apartment buildings, and Vancouver's.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { MatchBuilding } from '@plinth/matcher'
import { shortWord, splitAddress } from '../address-parts.ts'
import { bareName } from '../cases/case-pool.ts'

export interface OpenBuilding extends MatchBuilding {
  readonly year: number | null
}

const ASSETS = fileURLToPath(new URL('../../../assets/', import.meta.url))

function rowsOf(file: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(`${ASSETS}${file}`, 'utf8').split('\n').filter(Boolean)
  const names = head.split('\t')
  const rows = lines.map((line) => Object.fromEntries(line.split('\t').map((value, i) => [names[i], value])))
  // The newest release.
  return rows.filter(({ until }) => !until)
}

const numberOf = (text: string | undefined): number | null => (text ? Number(text) : null)

const CITIES = [
  { city: 'Toronto', province: 'ON', file: 'toronto-buildings/registrations.tsv' },
  { city: 'Vancouver', province: 'BC', file: 'vancouver-buildings/buildings.tsv' },
] as const

interface Span {
  readonly street: string
  readonly from: string
  readonly to: string
}

/** The street without its type, and the numbers: `307-315 Carrall St` and `309 CARRALL STREET` are on one street. */
function spanOf(line: string, city: string): Span {
  const [, from = '', to = from, street = ''] = /^(\d+)(?:-(\d+))? (.+)$/.exec(line) ?? ['', line]
  const parts = splitAddress(`1 ${street}`)
  const side = shortWord(parts?.words[parts.direction])
  return { street: `${parts ? bareName(parts) : street.toLowerCase()} ${side} ${city}`, from, to }
}

/**
 * An address that two rows have, or that lies inside the range of another row, is one building: the widest row counts.
 * Otherwise a building that is left out of the index would still be in it.
 */
export function openBuildings(): OpenBuilding[] {
  const all = CITIES.flatMap(({ city, province, file }) =>
    rowsOf(file).map((row) => {
      const line = (row.address ?? '').replace(/^(\d+) - (\d+) /, '$1-$2 ')
      return { row, line, city, province, span: spanOf(line, city) }
    }),
  )
  const width = ({ span }: (typeof all)[number]): number => Number(span.to) - Number(span.from) || 0
  const taken = new Set<string>()
  const out: OpenBuilding[] = []
  for (const { row, line, city, province, span } of [...all].sort((a, b) => width(b) - width(a))) {
    if (taken.has(`${span.from} ${span.street}`) || taken.has(`${span.to} ${span.street}`)) continue
    taken.add(`${span.from} ${span.street}`)
    for (let n = Number(span.from); n <= Number(span.to); n++) taken.add(`${n} ${span.street}`)
    out.push({
      key: `${city} ${line.toLowerCase()}`,
      name: row.name || null,
      addresses: [{ line }],
      city,
      province,
      lat: numberOf(row.lat),
      lng: numberOf(row.lng),
      storeys: numberOf(row.storeys),
      year: numberOf(row.year),
    })
  }
  return out
}
