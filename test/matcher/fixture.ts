// Reads the tables of test/cases: buildings and cases.

import { readdirSync, readFileSync } from 'node:fs'
import type { AddressKind, MatchBuilding } from '@plinth/matcher'

const folder = new URL('../cases/', import.meta.url)

/** Tables that are not cases. */
const OTHER_TABLES = ['access.tsv', 'addresses.tsv', 'suggest.tsv', 'buildings.tsv', 'tokens.tsv', 'readings.tsv']

/** One record per line, by the names in the first line. */
export function readTable(file: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n')
  const names = head.split('\t')
  return lines.map((line) => Object.fromEntries(line.split('\t').map((value, i) => [names[i] as string, value])))
}

/** `501 Adelaide St W;marketing=21 Widmer Lane@2019-03-01..2021-06-30`. */
const addresses = (text: string): MatchBuilding['addresses'] =>
  text.split(';').map((item) => {
    const [written = '', dates = '..'] = item.split('@')
    const [kind, line] = written.includes('=')
      ? (written.split('=') as [AddressKind, string])
      : (['municipal', written] as const)
    const [from, to] = dates.split('..')
    return { kind, line, valid_from: from || null, valid_to: to || null }
  })

export const fixtureBuildings: readonly MatchBuilding[] = readTable('buildings.tsv').map((r) => {
  const [registry, number] = (r.condo_corp ?? '').split(' ')
  return {
    key: r.key as string,
    ...(r.group && { group: r.group }),
    name: r.name || null,
    addresses: addresses(r.addresses as string),
    city: r.city as string,
    province: r.province as string,
    postal: r.postal || null,
    storeys: r.storeys ? Number(r.storeys) : null,
    condo_corp: registry ? { registry, number: Number(number) } : null,
  }
})

export interface CaseRow {
  readonly address: string
  readonly city: string | null
  readonly province: string | null
  readonly listed_on: string | null
  readonly expect: string
  readonly why: string
}

/** Cases by file name without extension. */
export const fixtureCases: ReadonlyMap<string, readonly CaseRow[]> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.tsv') && !OTHER_TABLES.includes(file))
    .map((file) => [
      file.slice(0, -4),
      readTable(file).map((r) => {
        const [city = '', province = ''] = (r.hint ?? '').split(', ')
        return {
          address: r.address ?? '',
          city: city || null,
          province: province || null,
          listed_on: r.listed_on || null,
          expect: r.expect ?? '',
          why: r.why ?? '',
        }
      }),
    ]),
)
