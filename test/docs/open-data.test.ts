// The pages about open data: one per format, with the licence and columns that the code has.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { OPEN_DATA_TABLES } from '../../src/ingest/open-data/open-data-formats.ts'
import { factsOf } from '../../src/ingest/sources/format-facts.ts'
import { fromCases } from '../support/cases.ts'

const PAGES = readdirSync('docs/open-data').map((file) => file.replace('.md', ''))
const pageOf = (format: string) => readFileSync(`docs/open-data/${format}.md`, 'utf8').replace(/\s+/g, ' ')
const START = readFileSync('docs/open-data.md', 'utf8')

it('every format of open data has a page, and every page is linked', () => {
  expect(PAGES).toEqual(
    expect.arrayContaining([...OPEN_DATA_TABLES.map(({ name }) => name), 'toronto', 'overpass', 'geojson']),
  )
  for (const page of PAGES) expect(START).toContain(`(open-data/${page}.md)`)
  expect(readFileSync('README.md', 'utf8')).toContain('(docs/open-data.md)')
})

it.each(PAGES)('%s: the page states the licence, the attribution and what was tested', (format) => {
  const page = pageOf(format)
  const { licence, attribution } = factsOf(format, format === 'geojson')
  if (licence !== null) expect(page).toContain(licence)
  if (attribution !== null) expect(page).toContain(attribution)
  expect(page).toMatch(/\| Tested with \| .+ \|/)
  expect(page).toContain(`--format ${format}`)
})

/** Read to recognize the file or to name a row, and never shown. */
const UNLISTED = fromCases<string[]>('docs/open-data', 'unlisted columns')

it.each(OPEN_DATA_TABLES.map(({ name, columns }) => ({ name, columns })))(
  '$name: the page names every column that is read',
  ({ name, columns }) => {
    const page = pageOf(name)
    for (const column of columns.filter((one) => !UNLISTED.includes(one)))
      expect(page.includes(column) || page.includes(`\`_${column.split('_').at(-1)}\``), column).toBe(true)
  },
)

it('links inside the pages lead to files', () => {
  for (const page of PAGES) {
    const text = readFileSync(`docs/open-data/${page}.md`, 'utf8')
    for (const [, target] of text.matchAll(/\]\(([^)#\s]+\.md)[^)]*\)/g))
      expect(existsSync(`docs/open-data/${target}`), target).toBe(true)
  }
})
