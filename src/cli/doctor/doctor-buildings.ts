// plinth doctor buildings: says what is wrong with a table of buildings, with a file of proposed corrections.
import { writeFile } from 'node:fs/promises'
import { createMatcher } from '@plinth/matcher'
import { loadStreets } from '../../catalog/snapshot/street-files.ts'
import { csvLine } from '../../http/rest/csv-writer.ts'
import { EXIT } from '../../kernel/fault.ts'
import { nextTurn } from '../../kernel/turns.ts'
import { ShareLine } from '../terminal/progress-bar.ts'
import { BuildingCheck } from './check-buildings.ts'
import { checkupPage } from './checkup-page.ts'
import type { Checkup, Finding } from './findings.ts'
import { KIND_TEXTS, KINDS } from './findings.ts'
import { readBuildingTable, readListings } from './read-tables.ts'

interface Options {
  readonly output?: string
  readonly page?: string
  readonly buildingColumn?: string
  readonly streets?: string
  readonly json?: boolean
}

const COLUMNS = [
  ...['kind', 'correction', 'building_id', 'into_id', 'listing_id', 'address', 'city', 'province'],
  ...['confidence', 'listings', 'evidence'],
] as const satisfies readonly (keyof Finding)[]

const ROWS_PER_TURN = 500
const SHOWN = 5

/** Exits with 1 if there are findings, as a linter does. */
export async function doctorBuildingsCommand(
  table: string,
  listings: string | undefined,
  options: Options,
): Promise<number> {
  const line = new ShareLine(process.stderr)
  const buildings = await readBuildingTable(table, (message) => console.error(message))
  const streets = loadStreets(options.streets)
  const check = new BuildingCheck(buildings, (rows) => createMatcher(rows, { streets }))
  let rows = 0
  if (listings !== undefined)
    for await (const listing of readListings(listings, options.buildingColumn)) {
      check.addListing(listing)
      rows += 1
      if (rows % ROWS_PER_TURN !== 0) continue
      line.show(null, () => `${rows.toLocaleString('en-CA')} listings`)
      await nextTurn()
    }
  line.clear()
  const result = check.result()
  if (options.output !== undefined) await writeFile(options.output, correctionFile(result.findings))
  if (options.page !== undefined) await writeFile(options.page, checkupPage(result, table, listings))
  if (options.json) console.log(JSON.stringify(result, null, 2))
  else console.log(summaryOf(result, options))
  return result.findings.length === 0 ? EXIT.ok : EXIT.failed
}

const correctionFile = (findings: readonly Finding[]): string =>
  [COLUMNS, ...findings.map((finding) => COLUMNS.map((column) => finding[column]))].map(csvLine).join('')

function summaryOf({ buildings, listings, matched, unreadable, findings }: Checkup, { output, page }: Options): string {
  const number = (value: number) => value.toLocaleString('en-CA')
  const lines = [
    `${number(buildings)} buildings, ${number(listings)} listings: ${number(matched)} find a building for certain, ${number(unreadable)} name no house`,
  ]
  for (const kind of KINDS) {
    const found = findings.filter((finding) => finding.kind === kind)
    lines.push('', `${KIND_TEXTS[kind].title}: ${number(found.length)}`)
    for (const { building_id, into_id, address, evidence } of found.slice(0, SHOWN))
      lines.push(`  ${[building_id, into_id].filter(Boolean).join(' → ') || address}: ${evidence}`)
    if (found.length > SHOWN) lines.push(`  … and ${number(found.length - SHOWN)} more`)
  }
  if (output !== undefined) lines.push('', `${output} has the proposed corrections. Check them before you use them.`)
  if (page !== undefined) lines.push('', `Open ${page} in a browser to read all of them.`)
  if (output === undefined && page === undefined && findings.length > 0)
    lines.push('', 'Write all of them with -o corrections.csv, or --page report.html to read them in a browser.')
  return lines.join('\n')
}
