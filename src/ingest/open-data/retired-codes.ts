// Postal codes that were replaced, stored as lists beside those of streets.

import { PROVINCES } from '@plinth/matcher/internal/gazetteer/place-tables'
import { RETIRED_CODES } from '@plinth/matcher/internal/index/retired-codes'
import { provincesOfPostal } from '@plinth/matcher/internal/text/postal-code'
import { at } from '../../kernel/at.ts'
import { canonicalPostal } from '../read/canonical-address.ts'
import type { RollTable } from '../rolls/roll-table.ts'

/** A rural code may become hundreds. */
const MAX_CODES = 500

/** Null when one of them is no complete code. */
function codesIn(text: string): string[] | null {
  const codes = text.split(/[;,/|]/).map((one) => canonicalPostal(one.trim()) ?? '')
  return codes.every((code) => code.length === 7) ? codes : null
}

export const retiredCodesTable: RollTable = {
  name: 'retired-postal-codes',
  about: 'postal codes that were replaced: old_code, new_codes (CSV)',
  columns: ['old_code', 'new_codes'],
  publishes: 'streets',
  recordOf: (cells, line) => {
    const [old, ...more] = codesIn(cells('old_code')) ?? []
    if (old === undefined || more.length > 0) return { reject: 'this is not one postal code', column: 'old_code' }
    const codes = codesIn(cells('new_codes'))
    if (codes === null) return { reject: 'these are not postal codes', column: 'new_codes' }
    if (codes.includes(old)) return { reject: `${old} cannot replace itself`, column: 'new_codes' }
    return { key: `${PROVINCES[at(provincesOfPostal(old), 0)]!.code}\t${old}`, line, values: codes }
  },
  draftOf: (key, records) => {
    const [province, street] = key.split('\t')
    const codes = [...new Set(records.flatMap(({ values }) => values))].sort().slice(0, MAX_CODES)
    const fields = { province, place: RETIRED_CODES, street, numbers: '', other_names: codes.join(';') }
    return { line: at(records, 0).line, fields }
  },
}
