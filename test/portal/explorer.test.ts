// The explorer and the project page in a real browser.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Plan } from '../../src/access/rights/plans.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import type { Visit, VisitOptions } from '../support/browser.ts'
import { visit, visitWith } from '../support/browser.ts'
import { fromCases } from '../support/cases.ts'
import { peopleOf } from '../support/credentials.ts'
import { everyLook } from '../support/looks.ts'
import { startPortal } from '../support/portal.ts'
import { planRow, projectRow } from '../support/rows.ts'

const HOSTILE = '<img src=x onerror="globalThis.broken=1"><script>globalThis.broken=1</script>'

const { server, browser } = await startPortal()
let hostileId: number
beforeAll(async () => {
  hostileId = await publishHostile()
})

async function publishHostile(): Promise<number> {
  const tower = projectRow('66').buildings[0]!
  const row = projectRow('66', {
    name: `Evil ${HOSTILE}`,
    aliases: [HOSTILE],
    building_type: 'unknown',
    tenure: 'unknown',
    description: HOSTILE,
    neighbourhood_name: HOSTILE,
    website_url: 'javascript:globalThis.broken=1',
    developers: [{ name: `Dev ${HOSTILE}`, role: HOSTILE }],
    architects: [HOSTILE],
    amenities: [HOSTILE],
    incentives: [{ type: 'x', title: HOSTILE, value: 1, valid_from: null, valid_to: null }],
    deposit: { total_percent: 20, instalments: [{ percent: 20, amount: null, due: HOSTILE }] },
    buildings: [{ ...tower, name: HOSTILE, addresses: [{ ...tower.addresses[0]!, line: `66 ${HOSTILE}` }] }],
    floor_plans: [planRow('a', { name: HOSTILE, bedrooms_label: HOSTILE }), planRow('b')],
  })
  const { db } = server.app.foundation
  const { catalog } = server.app.services
  await publishRows(db, { dataset: 'production', source: 'builder', rows: [row], at: new Date() })
  await catalog.refresh()
  const { body } = await server.get('/api/v1/projects?q=evil', server.keys.elite)
  return body.data[0].id
}

const mapReady = (page: Page) => page.locator('.map[aria-busy=false]').waitFor()

/** The labels of the visible points, from the map's keyboard list. */
const onMap = async (page: Page) => (await page.locator('.map-points button').allInnerTexts()).sort()

/** Opens a browser signed in to an account with the plan. */
async function visitAs(plan: Plan, options: VisitOptions = {}) {
  const { cookie } = (await peopleOf(server, plan, null)).at(-1)!.headers
  return visitWith(cookie!, browser, server, options)
}

describe('the explorer', () => {
  let visited: Visit
  beforeAll(async () => {
    visited = await visit(browser, server)
    return () => visited.context.close()
  })

  it('shows visitors the sandbox, without other hosts and accessible', async () => {
    const { page, open } = visited
    await open('/explore')
    await page.getByText('15 projects').waitFor()
    await mapReady(page)
    await page.getByText('The Howe Residences').first().waitFor()
    await everyLook(visited, 'explore')
  })

  it('keeps the list, the map and the URL in agreement', async () => {
    const { page } = visited
    const count = async (query: string) =>
      (await server.get(`/api/v1/projects?${query}`, server.keys.sandbox)).body.meta.total as number
    const inOntario = await count('province=ON')
    await page.getByRole('option', { name: `Ontario (${inOntario})` }).waitFor({ state: 'attached' })
    await page.getByLabel('Province').selectOption('ON')
    await page.getByText(`${inOntario} projects`, { exact: true }).waitFor()
    await mapReady(page)
    const cards = page.locator('.project-card .name')
    const { data: projects } = (await server.get('/api/v1/projects?limit=50', server.keys.sandbox)).body
    const located = new Set(
      projects.flatMap((each: { latitude: number | null; name: string }) => (each.latitude === null ? [] : each.name)),
    )
    const listed = async () => (await cards.allInnerTexts()).filter((name) => located.has(name)).sort()
    const agree = () =>
      expect
        .poll(async () => String(await listed()) === String(await onMap(page)), {
          timeout: 20_000,
        })
        .toBe(true)
    await agree()
    expect(await cards.count()).toBe(inOntario)
    expect(page.url()).toContain('#province=ON')

    await page.locator('summary', { hasText: 'Status' }).click()
    await page.getByRole('button', { name: /^Completed/ }).click()
    await page.keyboard.press('Escape')
    const completed = `${await count('province=ON&status=completed')} projects`
    await page.getByText(completed, { exact: true }).waitFor()
    await agree()

    await page.reload()
    await page.getByText(completed, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('15 projects', { exact: true }).waitFor()
    await page.getByLabel('Search').fill('no such thing anywhere')
    await page.getByText('No projects match').waitFor()
  })

  it('works with the keyboard: selects a point on the map and opens it', async () => {
    const { page, open, check } = visited
    // A change of the fragment alone would not load the page.
    await page.goto('about:blank')
    await open('/explore#city=Vancouver')
    await page.getByText('1 project', { exact: true }).waitFor()
    await mapReady(page)
    const point = page.getByRole('button', { name: 'The Howe Residences' })
    await point.focus()
    await page.keyboard.press('Enter')
    expect(await point.getAttribute('aria-pressed')).toBe('true')
    expect(page.url()).toContain('selected=1')
    await page
      .getByRole('region', { name: 'Selected project' })
      .getByRole('link', { name: 'Open', exact: true })
      .click()
    await page.getByRole('heading', { level: 1, name: 'The Howe Residences' }).waitFor()
    await check()
  })

  it('suggests what to open or to filter by, and still filters by the text', async () => {
    const { page, context, open, check } = await visit(browser, server)
    await open('/explore')
    await page.getByText('15 projects').waitFor()
    const field = page.getByRole('combobox', { name: 'Search' })
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await field.pressSequentially('tidewr')
    const option = options.filter({ hasText: /Developer$/ }).first()
    await option.waitFor()
    const developer = await option.locator('.label').innerText()
    await check()
    await option.click()
    await expect.poll(() => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('developer')).toBe(developer)
    expect(await field.inputValue()).toBe('')
    await page.getByText('1 project', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('15 projects', { exact: true }).waitFor()

    await field.pressSequentially('howe')
    await page.getByText('1 project', { exact: true }).waitFor()
    await options.first().waitFor()
    await field.press('Enter')
    expect([await options.count(), new URL(page.url()).hash]).toEqual([0, '#q=howe'])
    await field.press('ArrowDown')
    await options.filter({ hasText: 'The Howe Residences' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'The Howe Residences' }).waitFor()
    await context.close()
  })

  it('draws points without WebGL', async () => {
    const { page, context, open, check } = await visit(browser, server, { map: 'plain' })
    await open('/explore')
    await page.locator('.plain-map circle').first().waitFor()
    expect(await page.locator('.plain-map circle').count()).toBe(13)
    await check()
    await context.close()
  })

  it('has its filters in one row, the list and the map side by side, and on a phone a sheet and a switch', async () => {
    const { page, context, open, check } = await visit(browser, server, { viewport: { width: 1440, height: 900 } })
    await open('/explore')
    await page.locator('.project-card').first().waitFor()
    const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!
    const fields = await page.locator('.filters > div :is(#filter-q, select), .filters summary').all()
    const tops = await Promise.all(fields.map(async (field) => Math.round((await field.boundingBox())!.y)))
    expect([fields.length, new Set(tops).size]).toEqual([5, 1])
    const [list, map, card] = [await boxOf('.project-list'), await boxOf('.map'), await boxOf('.project-card')]
    expect(Math.abs(list.y - map.y)).toBeLessThan(1)
    expect([list.x < 40, map.x + map.width > 1400, list.y + list.height <= 900]).toEqual([true, true, true])
    expect(card.y).toBeLessThan(300)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('.map').waitFor({ state: 'detached' })
    expect((await boxOf('.project-card')).y).toBeLessThan(500)
    await page.getByRole('button', { name: 'Filters' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByLabel('Province').selectOption('ON')
    const show = sheet.getByRole('button', { name: /^Show \d+ projects$/ })
    await expect.poll(() => show.innerText()).not.toContain('15')
    await check()
    await show.click()
    await page.getByRole('button', { name: 'Filters 1' }).waitFor()
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await page.locator('.plain-map circle').first().waitFor()
    expect(await page.locator('.project-list').count()).toBe(0)
    await check()
    await context.close()
  })

  it('renders only the visible rows of a long list, and every row while scrolling', async () => {
    const { page, context, open } = await visitAs('pro')
    await open('/explore')
    const total = (await server.get('/api/v1/projects', server.keys.pro)).body.meta.total
    await page.getByText(`${total} projects`, { exact: true }).waitFor()
    const rows = page.locator('.project-list li')
    await page.locator('.project-card').first().waitFor()
    expect(await rows.count()).toBeLessThan(total / 2)
    await page.locator('.project-list').evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await page.locator(`li[aria-posinset="${total}"] .project-card`).waitFor()
    expect(await rows.count()).toBeLessThan(total / 2)
    await context.close()
  })
})

describe('the project page', () => {
  it('shows every section', async () => {
    const visited = await visit(browser, server)
    const { page, context, open } = visited
    await open('/explore/1')
    for (const heading of fromCases<string[]>('portal/explorer', 'headings'))
      await page.getByRole('heading', { level: 2, name: heading }).waitFor()
    await page.getByText('1480 Howe St, Vancouver, BC').first().waitFor()
    await page.locator('.timeline').getByText('Under construction').waitFor()
    await page.locator('.plan-cards').getByText('$529,900').waitFor()
    await page.getByRole('img', { name: 'Prices of The Howe Residences over time' }).waitFor()
    await page.getByRole('region', { name: 'Units' }).getByText('PH1').first().waitFor()
    await mapReady(page)
    await page.locator('.facts').getByText('Expected 2028').waitFor()
    // Without a pointer, the legend has the latest prices.
    expect(await page.locator('.legend').innerText()).toMatch(/Mariner\s+\$/)
    // A label in the chart of statuses is whole or hidden.
    const cut = await page.locator('.spans .span').evaluateAll((spans) =>
      spans.filter((span) => {
        const [box, label] = [span.getBoundingClientRect(), span.firstElementChild!.getBoundingClientRect()]
        return label.top < box.bottom && label.right > box.right + 1
      }),
    )
    expect(cut).toEqual([])
    const headings = await page.locator('main h2').allInnerTexts()
    expect(headings.indexOf('Units') - headings.indexOf('Floor plans')).toBe(1)
    const links = page.getByRole('navigation', { name: 'On this page' })
    expect(await links.getByRole('link').allInnerTexts()).toEqual(headings)
    await links.getByRole('link', { name: 'Location' }).click()
    await expect
      .poll(() => page.locator('#location').evaluate((it) => it === it.ownerDocument.activeElement))
      .toBe(true)
    expect(page.url()).not.toContain('#')
    await everyLook(visited, 'project')
    await context.close()
  })

  it('opens pictures in a lightbox with arrow keys, shows the record as JSON, and leaves out empty sections', async () => {
    const { page, context, open, check } = await visit(browser, server)
    await page.route('**/api/v1/projects/1/units?**', (route) =>
      route.fulfill({ json: { data: [], meta: { next_cursor: null } } }),
    )
    await open('/explore/1')
    await page.getByRole('heading', { level: 2, name: 'Floor plans' }).waitFor()
    await page.getByRole('heading', { level: 2, name: 'Units' }).waitFor({ state: 'detached' })
    await page.locator('.gallery button').first().click()
    const box = page.getByRole('dialog', { name: 'Pictures' })
    await box.getByText('1 of ').waitFor()
    await page.keyboard.press('ArrowRight')
    await box.getByText('2 of ').waitFor()
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Table' }).click()
    await page.getByRole('region', { name: 'Floor plans' }).getByText('Seawall PH').waitFor()
    await page.getByText('View as JSON').click()
    await page.getByText('"slug": "the-howe-residences"').waitFor()
    await check()
    await context.close()
  })

  it('shows a past date, and says when the data starts', async () => {
    const { page, context, open } = await visit(browser, server)
    await open('/explore/1')
    await page.getByLabel('As of').fill('2024-06-01')
    await page.locator('.plan-cards').getByText('$498,000').waitFor()
    expect(page.url()).toContain('#as_of=2024-06-01')
    await page.getByLabel('As of').fill('2001-01-01')
    await page.getByText('Data for this project starts on').first().waitFor()
    await context.close()
  })

  it('names the plans that a section needs, and shows the other sections', async () => {
    const { page, context, open, check } = await visitAs('starter')
    await open(`/explore/${hostileId}`)
    await page.getByText('Floor plans: available with Pro or Elite.').waitFor()
    expect(await page.getByText(/^No source states: .*type, tenure/).innerText()).not.toContain('neighbourhood')
    expect(await page.locator('main').innerText()).not.toMatch(/Not known|(^|\t)–($|\t)/m)
    await page.getByText('Prices over time: available with Elite.').waitFor()
    await page.getByText('Status over time: available with Elite.').waitFor()
    await page.getByRole('heading', { level: 2, name: 'Buildings and addresses' }).waitFor()
    await check()
    await context.close()
  })

  it('shows hostile text as plain text in the list, on the map and on its page', async () => {
    const { page, context, open, check } = await visitAs('elite')
    await open('/explore#tenure=unknown')
    await page.getByText('1 project', { exact: true }).waitFor()
    await page.getByRole('option', { name: 'Not known (1)' }).first().waitFor({ state: 'attached' })
    await mapReady(page)
    expect(await page.locator('.project-card .name').innerText()).toContain(HOSTILE)
    expect((await onMap(page))[0]).toContain(HOSTILE)
    await page.locator('.project-card').click()
    await page.getByRole('heading', { level: 2, name: 'Sources' }).waitFor()
    await page.getByText('View as JSON').click()
    await mapReady(page)
    for (const selector of ['h1', '.description', '.plan-cards h3', '.instalments', '.towers td'])
      expect(await page.locator(selector).first().innerText()).toContain(HOSTILE)
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0)
    expect(await page.evaluate('globalThis.broken')).toBeUndefined()
    await check()
    await context.close()
  })

  it('reports an unknown project', async () => {
    const { page, context, open } = await visit(browser, server)
    await open('/explore/999999')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await context.close()
  })
})
