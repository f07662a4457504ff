// The playground in a real browser, for visitors and signed-in users.
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Download, Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Plan } from '../../src/access/rights/plans.ts'
import type { Visit } from '../support/browser.ts'
import { visit, visitWith } from '../support/browser.ts'
import { peopleOf } from '../support/credentials.ts'
import { jsonLines } from '../support/json-lines.ts'
import { everyLook, oneLook } from '../support/looks.ts'
import { startPortal } from '../support/portal.ts'
import { workbookOf } from '../support/workbook.ts'

const { server, browser } = await startPortal()

const addressField = (page: Page) => page.getByRole('combobox', { name: 'Address', exact: true })
const verdict = (page: Page) => page.getByRole('region', { name: 'Result', exact: true })
const permalink = (fields: Record<string, string>) => `/playground#${new URLSearchParams(fields)}`

/** Good, messy, quoted, hostile and empty addresses. */
const ADDRESSES = [
  ['395 Dundas Street W 603', 'Toronto', 'matched'],
  ['#1203 -1480 howe', '', 'matched'],
  ['1288, av. des Canadiens, app. 2301', 'Montréal', 'matched'],
  ['225 King St W', '', 'ambiguous'],
  ['<script>window.hacked = true</script>', 'Toronto', 'no_match'],
  ['=cmd|"/c calc"!A1', '', 'no_match'],
  ['', 'Toronto', 'error'],
  ['@SUM(1+1)', '', 'no_match'],
  ['1482 Howe St', 'Vancouver', 'no_match'],
  ['"The Howe" 1480 howe st', 'Vancouver', 'matched'],
] as const

function listings(rows: number): Buffer {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = Array.from({ length: rows }, (_, i) => {
    const [address, city] = ADDRESSES[i % ADDRESSES.length]!
    return `C${i + 1},${cell(address)},${cell(city)},"$${i},000"`
  })
  return Buffer.from(`\ufeffMLS,Street Address,City,Price\r\n${lines.join('\r\n')}\r\n`)
}

async function uploadFile(page: Page, rows: number): Promise<void> {
  const name = 'listings.csv'
  await page.getByLabel('Drop a CSV').setInputFiles({ name, mimeType: 'text/csv', buffer: listings(rows) })
  await page.getByRole('table', { name: 'Choose what each column contains.' }).waitFor()
}

async function lookUp(page: Page, rows: number): Promise<void> {
  await page.getByRole('button', { name: `Look up ${rows.toLocaleString('en-CA')} addresses` }).click()
}

async function tabTo(element: Locator): Promise<void> {
  const hasFocus = () => element.evaluate((node) => node === node.ownerDocument.activeElement)
  for (let i = 0; i < 40 && !(await hasFocus()); i++) await element.page().keyboard.press('Tab')
  expect(await hasFocus()).toBe(true)
}

async function textOf(download: Promise<Download>): Promise<string> {
  return readFileSync(await (await download).path(), 'utf8')
}

/** Opens a browser signed in to an account with the plan. */
async function signedIn(plan: Plan, options: Parameters<typeof visit>[2] = {}): Promise<Visit> {
  const { cookie } = (await peopleOf(server, plan, null)).at(-1)!.headers
  return visitWith(cookie!, browser, server, options)
}

describe('one address', () => {
  it('shows its reading, its candidates and the evidence while you type', async () => {
    const { page, context, open, check } = await visit(browser, server)
    await open('/playground')
    await addressField(page).fill('#1203 -1480 howe')
    await verdict(page).getByText('The Howe Residences').waitFor()
    expect(await verdict(page).textContent()).toMatch(/Matched.*Accept.*unit 1203.*99\.\d%/)
    const read = page.getByRole('region', { name: 'How we read it' })
    expect(await read.locator('mark').allTextContents()).toEqual(['#1203unit', '1480number', 'howestreet'])
    const candidates = page.getByRole('region', { name: 'Candidates', exact: true })
    expect(await candidates.textContent()).toContain('None of these')
    const bits = await page.getByLabel('Evidence for The Howe Residences').locator('.bits').allTextContents()
    const [score, ...parts] = bits.map((text) => Number.parseFloat(text.replace('−', '-'))).reverse()
    expect(parts.length).toBeGreaterThan(4)
    await page.getByText('Same number and street; the unit fits a 36-storey building.').waitFor()
    expect(Math.abs(score! - parts.reduce((sum, value) => sum + value, 0))).toBeLessThan(0.05 * bits.length)
    expect(await page.getByLabel('Request and response').locator('pre').textContent()).toContain(
      "'Authorization: Visitor'",
    )
    await page.getByRole('button', { name: 'JSON' }).click()
    const json = JSON.parse((await page.getByLabel('Request and response').locator('pre').textContent())!)
    expect(json.meta.readings).toContainEqual(json.meta.parsed)
    await check()
    await context.close()
  })

  it('shows the standard form of an address without a building, and a link by a point with its distance', async () => {
    const { page, context, open, check } = await visit(browser, server)
    await open(permalink({ address: '1482 Howe St, Vancouver' }))
    const address = page.getByRole('region', { name: 'The address', exact: true })
    await address.getByRole('row', { name: /Number.*1482.*As typed/ }).waitFor()
    await check()
    await page.goto('about:blank')
    await open(permalink({ point: '49.2757, -123.1309' }))
    await verdict(page).getByText('The Howe Residences').waitFor()
    expect(await verdict(page).textContent()).toMatch(/\d m from the point\..*not proof/)
    expect(await verdict(page).textContent()).not.toContain('Accept')
    await check()
    await context.close()
  })

  it('takes a whole post with line breaks, and Enter looks it up', async () => {
    const { page, context, open, check } = await visit(browser, server)
    await open('/playground')
    await addressField(page).fill(`${'Bright and quiet, close to everything. '.repeat(60)}\n1480 Howe St`)
    await addressField(page).press('Enter')
    await verdict(page).getByText('The Howe Residences').waitFor()
    const read = page.getByRole('region', { name: 'How we read it' })
    expect(await read.locator('mark').allTextContents()).toEqual(['1480number', 'Howestreet', 'Sttype'])
    expect((await read.textContent())!.length).toBeLessThan(500)
    await check()
    await context.close()
  })

  it('has a link that opens the same result and never reaches the server log', async () => {
    const { page, context, open } = await visit(browser, server)
    await open(permalink({ address: '225 King St W', city: 'Hamilton' }))
    await verdict(page).getByText('Hess Village Commons').waitFor()
    const original = await verdict(page).textContent()
    await page.getByRole('button', { name: 'Copy link' }).click()
    const link = await page.evaluate<string>('navigator.clipboard.readText()')
    const other = await context.newPage()
    await other.goto(link)
    await verdict(other).waitFor()
    expect(await verdict(other).textContent()).toBe(original)
    expect(await addressField(other).inputValue()).toBe('225 King St W')
    expect(await other.getByLabel('City', { exact: true }).inputValue()).toBe('Hamilton')
    expect(server.log()).not.toMatch(/225.King/)
    await context.close()
  })

  it('explains why there is no match and shows the closest candidates on request', async () => {
    const { page, context, open } = await visit(browser, server)
    await open(permalink({ address: '225 King St E, Hamilton' }))
    await verdict(page).getByText('Reject').waitFor()
    expect(await verdict(page).textContent()).toContain('Conflicting direction')
    await page.getByRole('button', { name: 'Show the closest candidates' }).click()
    await page.getByText('below 20%').waitFor()
    expect(await page.getByRole('region', { name: 'Candidates', exact: true }).textContent()).toContain(
      'Hess Village Commons',
    )
    expect(await page.locator('.waterfall').textContent()).toContain('opposite direction')
    await context.close()
  })

  it('works with the keyboard: / focuses the field, Enter looks up, Tab reaches the candidates', async () => {
    const { page, context, open } = await visit(browser, server)
    await open('/playground')
    await page.getByText('Results appear here').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('225 King St W')
    await page.keyboard.press('Enter')
    await verdict(page).getByText('Civic & King').waitFor()
    // Equal candidates look equal, and none is chosen for the user.
    const equal = verdict(page).locator('.equal li')
    const sizes = await equal.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width))
    expect([sizes.length, new Set(sizes).size]).toEqual([2, 1])
    expect(await verdict(page).textContent()).not.toMatch(/Reject|Accept/)
    expect(await page.locator('.candidates [aria-pressed="true"]').count()).toBe(0)
    const second = page.getByRole('button', { name: /B Hess Village Commons/ })
    await tabTo(second)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Why B: Hess Village Commons' }).waitFor()
    await context.close()
  })
})

describe('a file', () => {
  it('from a visitor is looked up, filtered, opened and downloaded with every original cell', async () => {
    const { page, context, open, check, picture } = await visit(browser, server)
    await open('/playground#many')
    await page.getByText('Signed out: 1,000 rows').waitFor()
    await uploadFile(page, 300)
    await check()
    await lookUp(page, 300)
    await page.getByText('300 of 300').waitFor()
    await picture('results')
    await page.getByRole('button', { name: 'Matched 120' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toBe('listings-linked.csv')
    const rows: string[][] = parse(await textOf(download), { bom: true })
    expect(rows[0]).toEqual(
      [
        'MLS,Street Address,City,Price,project_id,project_name,canonical_mls_address,project_address,unit,confidence,outcome',
        'recommended_action,reason,building_id,latitude,longitude',
        'second_project_id,second_project_name,second_canonical_mls_address,second_project_address,second_confidence',
      ]
        .join()
        .split(','),
    )
    expect(rows).toHaveLength(301)
    rows.slice(1).forEach((row, i) => {
      const [address, city, outcome] = ADDRESSES[i % ADDRESSES.length]!
      const escaped = /^[=@]/.test(address) ? `'${address}` : address
      expect([...row.slice(0, 4), row[10]]).toEqual([`C${i + 1}`, escaped, city, `$${i},000`, outcome])
    })
    expect(rows[2]!.slice(4, 7)).toEqual(['1', 'The Howe Residences', '1480 Howe St, Vancouver, BC'])
    expect(rows[2]!.slice(7, 9)).toEqual(['1480 Howe St, Vancouver, BC', '1203'])
    expect([rows[2]![11], Number(rows[2]![15]) < -120, rows[2]![16]]).toEqual(['accept', true, ''])
    expect([rows[4]![5], rows[4]![17]].sort()).toEqual(['Civic & King', 'Hess Village Commons'])
    expect(rows[4]![20]).toBe(rows[4]![9])
    await page.getByRole('button', { name: 'Error 30' }).click()
    expect(await page.getByRole('table').textContent()).toContain('must not be empty')
    await page.getByRole('button', { name: 'Ambiguous 30' }).click()
    await page
      .getByRole('row', { name: /225 King St W/ })
      .first()
      .click()
    await verdict(page).getByText('Choose one').waitFor()
    await page.goBack()
    await page.getByText('300 of 300').waitFor()
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    await check()
    await context.close()
  })

  it('from a signed-in user is streamed against the full dataset and downloads as NDJSON', async () => {
    const { page, context, open } = await signedIn('pro')
    await open('/playground#many')
    await page.getByText('Up to 100,000 rows').waitFor()
    await page.getByText('the full dataset with your pro plan').waitFor()
    await uploadFile(page, 2500)
    await lookUp(page, 2500)
    await page.getByText('2,500 of 2,500').waitFor()
    // Only the visible rows are rendered.
    expect(await page.getByRole('row').count()).toBeLessThan(200)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download NDJSON' }).click()
    const results = jsonLines(await textOf(download))
    expect(results).toHaveLength(2500)
    expect(results[4]).toMatchObject({ row: 5, input: { MLS: 'C5', 'Street Address': ADDRESSES[4][0] } })
    expect(new Set(results.map(({ outcome }) => outcome))).toContain('error')
    await context.close()
  })

  it('works with the keyboard: paste, look up, open a row and go back', async () => {
    const { page, context, open } = await visit(browser, server)
    await open('/playground#many')
    await page.getByText('Signed out: 1,000 rows').waitFor()
    await tabTo(page.getByLabel('Or paste a column of addresses'))
    await page.keyboard.insertText('1480 howe st\n225 King St W, Hamilton\n')
    await tabTo(page.getByRole('button', { name: 'Use pasted addresses' }))
    await page.keyboard.press('Enter')
    const start = page.getByRole('button', { name: 'Look up 2 addresses' })
    await start.waitFor()
    await tabTo(start)
    await page.keyboard.press('Enter')
    await page.getByText('2 of 2').waitFor()
    await tabTo(page.getByRole('row', { name: /Hamilton/ }))
    await page.keyboard.press('Enter')
    await verdict(page).getByText('Hess Village Commons').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('2 of 2').waitFor()
    await context.close()
  })

  it('waits at the rate limit and continues by itself', async () => {
    const { page, context, open } = await visit(browser, server)
    const one = { queries: [{ query_id: 1, address: '1480 howe st' }] }
    const useUpLimit = async () => {
      const send = () =>
        server.send('POST', '/api/v1/building-links/batch', one, undefined, { authorization: 'Visitor' })
      while ((await send()).status !== 429) {}
    }
    const limited = page.getByText('Rate limit reached')
    const done = page.getByText('2 of 2')
    // The next request is allowed after six seconds. On a busy machine the page may get it; then try again.
    do {
      await page.goto('about:blank')
      await open('/playground#many')
      await page.getByLabel('Or paste a column of addresses').fill('1480 howe st\n225 King St W, Hamilton\n')
      await page.getByRole('button', { name: 'Use pasted addresses' }).click()
      await useUpLimit()
      await page.getByRole('button', { name: 'Look up 2 addresses' }).click()
      await limited.or(done).first().waitFor()
    } while (!(await limited.isVisible()))
    await done.waitFor()
    await page.getByRole('button', { name: 'Matched 2' }).waitFor()
    await context.close()
  })
})

describe('the playground', () => {
  it('is accessible with one address, with a file and with results', async () => {
    const visited = await signedIn('sandbox')
    const { page, open, context } = visited
    await open(permalink({ address: 'PH2 15 Lower Jarvis, Toronto, ON M5E 1Z2', listed_on: '2026-01-05' }))
    await verdict(page).waitFor()
    await page.locator('.plain-map').first().waitFor()
    await everyLook(visited, 'one')
    await page.getByRole('button', { name: 'Many addresses' }).click()
    await uploadFile(page, 20)
    await everyLook(visited, 'many')
    await lookUp(page, 20)
    await page.getByText('20 of 20').waitFor()
    await oneLook(visited, 'answers')
    await context.close()
  })

  it('shows the answer above the fold of a phone, takes a workbook, and stacks its rows', async () => {
    const { page, context, open, check } = await visit(browser, server, { viewport: { width: 390, height: 844 } })
    await open(permalink({ address: '#1203 -1480 howe' }))
    const link = verdict(page).getByRole('link', { name: 'View project' })
    await link.waitFor()
    const { y, height } = (await link.boundingBox())!
    expect(y + height).toBeLessThan(844)

    await page.getByRole('button', { name: 'Many addresses' }).click()
    const buffer = workbookOf([
      ['MLS', 'Rue', 'Prix'],
      [12_345, '1480 howe st, Vancouver', 500_000],
      [12_346, '225 King St W', 600_000],
    ])
    await page.getByLabel('Drop a CSV').setInputFiles({ name: 'mars.xlsx', mimeType: 'application/zip', buffer })
    await page.getByText('mars.xlsx').waitFor()
    await page.getByText('2 rows').waitFor()
    expect(await page.getByLabel('Use “Rue” as').inputValue()).toBe('address')
    await page.getByLabel('Use “Rue” as').selectOption('Not used')
    await page.getByText('Choose a column for: Address.').waitFor()
    expect(await page.getByRole('button', { name: 'Look up 2 addresses' }).isDisabled()).toBe(true)
    await page.getByLabel('Use “Rue” as').selectOption('Address')
    await check()
    await lookUp(page, 2)
    await page.getByText('2 of 2').waitFor()
    const cells = page.locator('.table-window tbody tr').nth(1).locator('td')
    const boxes = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().x))
    expect([boxes.length, new Set(boxes).size]).toEqual([6, 1])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toBe('mars-linked.csv')
    await check()
    await context.close()
  })
})
