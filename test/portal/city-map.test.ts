// What the drawn map requests and when, its position in the URL, and the list that follows it.
import type { Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Visit } from '../support/browser.ts'
import { startBrowser, visit } from '../support/browser.ts'
import { startPortal } from '../support/portal.ts'

const { server } = await startPortal()

const TORONTO = '43.653/-79.385'
const PART = /\/portal\/((?:base-map|shores|city-[a-z-]+)-\w{12}\.json)/
const names = (page: Page) => page.locator('.map-names').innerText()
const credit = (page: Page) => page.locator('.map-credit').innerText()
const ready = (page: Page) => page.locator('.map[aria-busy=false]').waitFor({ timeout: 60_000 })
const positionIn = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('map')

/** As sent. The browser does not report the body of a worker. */
async function bytesOf(request: Request): Promise<number> {
  const headers = await (await request.response())?.allHeaders()
  return Math.max((await request.sizes()).responseBodySize, Number(headers?.['content-length'] ?? 0))
}

describe('the map of a city', () => {
  let visited: Visit
  let requests: Request[]
  /** The files of the map, without the hashes of their names. */
  const parts = () => requests.flatMap((request) => PART.exec(request.url())?.[1]?.replace(/-\w{12}\.json$/, '') ?? [])
  /** A change of the fragment alone would not load the page. */
  const open = async (path: string) => {
    await visited.page.goto('about:blank')
    requests = []
    await visited.open(path)
  }

  beforeAll(async () => {
    const drawing = await startBrowser('webgl')
    visited = await visit(drawing, server, { map: 'drawn', viewport: { width: 1000, height: 600 } })
    visited.page.on('request', (request) => requests.push(request))
    return () => drawing.close()
  })

  it('is requested at once, and the whole explorer is at most 600 kB, without a layout shift', async () => {
    const { page } = visited
    // Neither the points nor the map's code come before the base map is requested.
    const requested = page.waitForRequest(/\/portal\/base-map-/)
    for (const url of ['**/api/v1/projects/map?**', '**/portal/map-view-*.js'])
      await page.route(url, async (route) => {
        await requested
        await route.continue()
      })
    await open('/explore')
    await ready(page)
    await page.getByText('15 projects').waitFor()
    await page.unrouteAll()
    expect(parts()).toEqual(['base-map'])
    const sizes = await Promise.all(requests.map(bytesOf))
    // With the code of the map and its worker.
    expect(sizes.filter((bytes) => bytes > 100_000)).toHaveLength(2)
    const bytes = sizes.reduce((sum, one) => sum + one, 0)
    expect(bytes).toBeLessThan(600_000)
    const shift = await page.evaluate(`new Promise((resolve) => {
      let sum = 0
      const observer = new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value })
      observer.observe({ type: 'layout-shift', buffered: true })
      requestAnimationFrame(() => setTimeout(() => resolve(sum)))
    })`)
    expect(shift).toBeLessThan(0.05)
  })

  it('has the streets of Toronto in Toronto only: first the large ones, then all', async () => {
    const { page, check } = visited
    await open('/explore#map=12.6/49.281/-123.12')
    await ready(page)
    await expect.poll(() => credit(page)).toContain('Neighbourhoods: City of Vancouver, OGL – Vancouver')
    expect(parts().sort()).toEqual(['base-map', 'city-vancouver'])
    await open(`/explore#map=12/${TORONTO}`)
    await ready(page)
    await expect.poll(() => parts().sort()).toEqual(['base-map', 'city-toronto'])
    await expect.poll(() => names(page), { timeout: 30_000 }).toContain('Kensington-Chinatown')
    expect(await credit(page)).toContain('Street map: City of Toronto, OGL – Toronto')
    await check('colours')
    await open('/explore?lang=fr#map=16/43.647/-79.38')
    await ready(page)
    await expect.poll(() => names(page), { timeout: 30_000 }).toMatch(/Bay St|Wellington St W/)
    expect(parts().sort()).toEqual(['base-map', 'city-toronto', 'city-toronto-streets'])
    expect(await credit(page)).toContain('Carte des rues : City of Toronto, OGL – Toronto')
    await page.context().clearCookies()
  })

  it('requests the shores in detail for a region', async () => {
    const { page } = visited
    await open(`/explore?lang=en#map=8/${TORONTO}`)
    await expect.poll(() => parts().sort(), { timeout: 30_000 }).toEqual(['base-map', 'shores'])
    await ready(page)
  })

  it('is in the URL, which restores it, and the list follows it', async () => {
    const { page } = visited
    const cards = page.locator('.project-card .name')
    await open('/explore')
    await ready(page)
    expect(await cards.count()).toBeGreaterThan(1)
    expect(positionIn(page)).toBeNull()
    await open('/explore#map=13/49.281/-123.12')
    await page.getByText('1 of 15 projects on the map').waitFor()
    expect(await cards.allInnerTexts()).toEqual(['The Howe Residences'])
    await ready(page)
    await page.locator('.map canvas').focus()
    await page.keyboard.press('-')
    await expect.poll(() => positionIn(page)).toMatch(/^12\/49\.28\d*\/-123\.1[12]\d*$/)
    const moved = positionIn(page)
    await page.locator('.project-card').first().click()
    await page.getByRole('heading', { level: 1, name: 'The Howe Residences' }).waitFor()
    await page.goBack()
    await page.getByText('1 of 15 projects on the map').waitFor()
    expect(positionIn(page)).toBe(moved)

    await page.getByLabel('Only show projects on the map').uncheck()
    await page.getByText('15 projects', { exact: true }).waitFor()
    await page.getByLabel('Only show projects on the map').check()
    await page.getByText('1 of 15 projects on the map').waitFor()
    await page.getByLabel('Province').selectOption('ON')
    await expect.poll(() => positionIn(page)).toBeNull()
    await expect.poll(() => cards.first().innerText()).not.toBe('The Howe Residences')
  })

  it('requests the points of a closer view if the API made clusters of all', async () => {
    const { page } = visited
    const boxes: string[] = []
    await page.route('**/api/v1/projects/map?**', async (route) => {
      const bbox = new URL(route.request().url()).searchParams.get('bbox')
      const response = await route.fetch()
      if (bbox) boxes.push(bbox)
      const features = [
        [-79.385, 43.653],
        [-123.12, 49.281],
      ].map((coordinates) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates },
        properties: { cluster: true, count: 2345, bbox: [-124, 43, -79, 50] },
      }))
      const clustered = { type: 'FeatureCollection', features, total: 4690, located: 4690, clustered: true }
      await route.fulfill(bbox ? { response } : { json: clustered })
    })
    await open('/explore')
    await ready(page)
    expect(boxes).toEqual([])
    const cluster = page.locator('.map-points button')
    await expect.poll(() => cluster.count()).toBe(2)
    expect(await cluster.first().innerText()).toBe('2,345 · 2,345 projects')
    await cluster.first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => boxes.length).toBeGreaterThan(0)
    const [west, south, east, north] = boxes[0]!.split(',').map(Number) as [number, number, number, number]
    expect([west < -79.385, south < 43.653, east > -79.385, north > 43.653]).toEqual([true, true, true, true])
    await expect.poll(() => cluster.allInnerTexts()).not.toContain('2,345 · 2,345 projects')
    await page.unrouteAll()
  })
})
