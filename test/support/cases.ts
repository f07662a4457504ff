// Reads the tables of test/cases: rows and records of tests that are data.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** One table of `test/cases/<file>.json`, which has the name of the test that uses it. */
export function fromCases<Table>(file: string, table: string): Table {
  // From the folder of the run: programs that tests start are compiled into another one.
  const tables: Record<string, Table> = JSON.parse(readFileSync(resolve('test/cases', `${file}.json`), 'utf8'))
  if (!(table in tables)) throw new Error(`test/cases/${file}.json has no table "${table}"`)
  return tables[table]!
}
