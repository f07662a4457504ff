// Compares two releases of the National Address Register: which postal codes were replaced.

import { openFiles } from '../files/open-files.ts'
import { headOf } from '../files/source-file.ts'
import { canonicalPostal } from '../read/canonical-address.ts'
import { FileRefused, Notes } from '../record/draft.ts'
import { isStartOf } from '../rolls/file-kinds.ts'
import { csvLines } from '../rolls/roll-lines.ts'
import type { Cells, RollTable } from '../rolls/roll-table.ts'
import { narTable } from './nar.ts'

export interface ReplacedCode {
  readonly old: string
  /** The new codes, that of the most addresses first. */
  readonly codes: readonly string[]
  /** Addresses that have one of them now. */
  readonly addresses: number
}

export interface ReplacedCodes {
  readonly replaced: readonly ReplacedCode[]
  /** Codes that went without a successor: their addresses are not in the newer release. */
  readonly gone: number
}

const ADDRESS = [
  ...['PROV_CODE', 'CSD_ENG_NAME', 'CIVIC_NO', 'CIVIC_NO_SUFFIX', 'APT_NO_LABEL'],
  ...['OFFICIAL_STREET_NAME', 'OFFICIAL_STREET_TYPE', 'OFFICIAL_STREET_DIR'],
]
const POSTAL = 'MAIL_POSTAL_CODE'
/** Without companions: an archive also has files of locations. */
const TABLE: RollTable = { ...narTable, columns: [...ADDRESS, POSTAL], companions: [] }

/** Addresses whose code is gone. The country has 17 million, and a release replaces the codes of a few. */
const MAX_ADDRESSES = 2_000_000

/** Reads the newer release twice, so that only addresses of retired codes are in memory. */
export async function replacedCodes(older: string, newer: string): Promise<ReplacedCodes> {
  const inUse = new Set<string>()
  const provinces = new Set<string>()
  await eachAddress(newer, (code, cells) => {
    inUse.add(code)
    provinces.add(cells('PROV_CODE'))
  })
  const codeOf = new Map<string, string>()
  await eachAddress(older, (code, cells) => {
    // a release of one province says nothing about the codes of others
    if (inUse.has(code) || !provinces.has(cells('PROV_CODE'))) return
    codeOf.set(addressOf(cells), code)
    if (codeOf.size > MAX_ADDRESSES)
      throw new FileRefused(`the codes of over ${MAX_ADDRESSES} addresses are gone; are these releases of one region?`)
  })
  const counts = new Map([...codeOf.values()].map((old) => [old, new Map<string, number>()]))
  await eachAddress(newer, (code, cells) => {
    const next = counts.get(codeOf.get(addressOf(cells)) ?? '')
    next?.set(code, (next.get(code) ?? 0) + 1)
  })
  const replaced = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).filter(([, next]) => next.size > 0)
  return { replaced: replaced.map(([old, next]) => replacedCode(old, next)), gone: counts.size - replaced.length }
}

function replacedCode(old: string, next: ReadonlyMap<string, number>): ReplacedCode {
  const codes = [...next].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([code]) => code)
  return { old, codes, addresses: [...next.values()].reduce((sum, n) => sum + n, 0) }
}

const addressOf = (cells: Cells): string => ADDRESS.map((column) => cells(column).toUpperCase()).join('|')

/** Every line with a complete postal code. */
async function eachAddress(path: string, add: (code: string, cells: Cells) => void): Promise<void> {
  let files = 0
  for (const { file } of await openFiles([path])) {
    const text = (await headOf(file)).replace(/^\ufeff/, '')
    if (!isStartOf(TABLE, { text, firstLine: text.split(/[\r\n]/, 1)[0]! })) continue
    files++
    for await (const { lines } of csvLines(file, TABLE, new Notes()))
      for (const { cells, problem } of lines) {
        const code = problem === null ? canonicalPostal(cells(POSTAL)) : null
        if (code?.length === 7) add(code, cells)
      }
  }
  if (files === 0) throw new FileRefused(`no file of ${path} has the addresses of the register`)
}
