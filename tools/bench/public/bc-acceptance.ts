// The acceptance set of British Columbia's geocoder: its buildings, and its texts as labelled cases.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { MatchBuilding } from '@plinth/matcher'
import { parse } from 'csv-parse/sync'
import type { Case } from '../generated-cases.ts'

const FILE = fileURLToPath(new URL('./bc-acceptance/atp_addresses.csv', import.meta.url))

interface Row {
  readonly yourId: string
  readonly addressString: string
  readonly expectedFullAddress: string
  readonly expectedFaults: string
}

export interface BcAcceptance {
  readonly buildings: readonly MatchBuilding[]
  readonly cases: readonly Case[]
}

/** `UNIT 418 -- 925 Leon Ave, Kelowna, BC` is in the building `925 Leon Ave`. `102A Ave` has no number. */
function civicAddress(full: string): { line: string; city: string } | null {
  const [, line = '', city = ''] =
    /^(?:.*-- |UNIT \w+,? )?(\d+[A-Z]?(?: 1\/2)? [^, ]+ [^,]+|\d+ Broadway), ([^,]+), BC$/.exec(full) ?? []
  return line === '' ? null : { line, city: city.replace(/^(Township|District|City) of | Twp$/g, '') }
}

/** A text without a number may be answered, but need not be. */
const hasNumber = (text: string): boolean => /\d/.test(text)

/** What the geocoder says is wrong with the text, as kinds of this benchmark. */
function kindOf(faults: string): string {
  if (/LOCALITY\.isAlias/.test(faults)) return 'mailing place'
  if (/LOCALITY\.(spelledWrong|partialMatch|missing|notMatched)/.test(faults)) return 'place misspelled or missing'
  if (/STREET/.test(faults)) return 'street'
  return faults === '[]' ? 'no fault' : 'other'
}

/** `known` returns the keys of indexed buildings with this address. It is then not added once more. */
export function bcAcceptance(known: (line: string, city: string) => readonly string[] = () => []): BcAcceptance {
  const rows = parse<Row>(readFileSync(FILE, 'utf8'), {
    columns: true,
    relax_quotes: true,
    skip_empty_lines: true,
    relax_column_count: true,
  })
  const buildings = new Map<string, MatchBuilding>()
  const cases = rows.map((row): Case => {
    const civic = civicAddress(row.expectedFullAddress)
    const [other, ...more] = civic ? known(civic.line, civic.city) : []
    const key = civic && (other ?? `bc ${civic.line}, ${civic.city}`)
    if (civic && key && other === undefined && !buildings.has(key))
      buildings.set(key, { key, addresses: [{ line: civic.line }], city: civic.city, province: 'BC' })
    const mayFind = hasNumber(row.addressString)
    return {
      id: row.yourId,
      text: row.addressString,
      city: null,
      province: null,
      truth: mayFind ? key : null,
      also: mayFind || key === null ? more : [key],
      kind: civic && mayFind ? kindOf(row.expectedFaults) : 'no civic number',
      source: row.yourId,
    }
  })
  return { buildings: [...buildings.values()], cases }
}
