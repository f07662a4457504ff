// The drawn map: street names, the base map from tiles, and links to other maps.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Visit } from '../support/browser.ts'
import { startBrowser, visit } from '../support/browser.ts'
import { writePmtiles } from '../support/pmtiles-file.ts'
import { startPortal } from '../support/portal.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const folder = suiteFolder()
writePmtiles(join(folder, 'toronto.pmtiles'), { attribution: 'Protomaps © OpenStreetMap' })

// The tiles end at Toronto; everywhere else the map draws what it has by itself.
const { server, browser } = await startPortal({ MAP_TILES: join(folder, 'toronto.pmtiles') })
const VANCOUVER = '/explore/1'
const TORONTO = '/explore/7'

const names = (page: Page) => page.locator('.map-names').innerText()
const credit = (page: Page) => page.locator('.map-credit').innerText()

/** How many pixels of the map have this colour, to within a few steps. */
async function pixelsOf(page: Page, hex: string): Promise<number> {
  const { data } = await sharp(await page.locator('.map canvas').screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  let count = 0
  for (let i = 0; i < data.length; i += 3) if (wanted.every((value, c) => Math.abs(data[i + c]! - value) < 4)) count++
  return count
}

/** The build shortens `#ffffff` to `#fff`. */
const colourOf = async (page: Page, token: string) =>
  (
    await page.locator('.map').evaluate((map, name) => getComputedStyle(map).getPropertyValue(name).trim(), token)
  ).replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')

describe('the drawn map', () => {
  let visited: Visit
  beforeAll(async () => {
    const drawing = await startBrowser('webgl')
    visited = await visit(drawing, server, { map: 'drawn', viewport: { width: 640, height: 480 } })
    return () => drawing.close()
  })

  it('shows street names from addresses, a scale and links', async () => {
    const { page, open } = visited
    await open(VANCOUVER)
    await expect.poll(() => names(page), { timeout: 30_000 }).toContain('Howe St')
    expect(await credit(page)).toContain('Streets not drawn: names at their addresses')
    expect(await page.locator('.maplibregl-ctrl-scale').innerText()).toMatch(/^\d+\s(m|km)$/)
    const links = page.locator('.map-card a')
    expect(
      await links.evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])),
    ).toEqual([
      [
        'https://www.openstreetmap.org/?mlat=49.27571&mlon=-123.13092#map=18/49.27571/-123.13092',
        'noopener noreferrer',
      ],
      ['https://www.google.com/maps/search/?api=1&query=49.27571,-123.13092', 'noopener noreferrer'],
    ])
  })

  it('draws the streets of the tiles, in light and dark, with their credit', async () => {
    const { page, open, check, picture } = visited
    const ranges: number[] = []
    const shipped: string[] = []
    page.on('response', (response) => {
      if (response.url().includes('/portal/city-')) shipped.push(response.url())
      if (response.url().includes('/map/tiles.pmtiles')) ranges.push(response.status())
    })
    await open(TORONTO)
    await expect.poll(() => names(page), { timeout: 30_000 }).toContain('Bay Street')
    expect(await credit(page)).toBe('Protomaps © OpenStreetMap')
    expect(new Set(ranges)).toEqual(new Set([206]))
    // The tiles are instead of the streets that we have.
    expect(shipped).toEqual([])
    // The card and the buttons have the colour of roads.
    await page.locator('.map').evaluate((map) => {
      for (const over of map.querySelectorAll<HTMLElement>('.map-card, .maplibregl-control-container'))
        over.style.visibility = 'hidden'
    })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const [land, road] = await Promise.all([colourOf(page, '--land'), colourOf(page, '--road')])
      expect(land).not.toBe(road)
      await expect.poll(() => pixelsOf(page, road), { timeout: 30_000 }).toBeGreaterThan(100)
      expect(await pixelsOf(page, land)).toBeGreaterThan(20_000)
      await check('colours')
      await picture(`map-tiles-${colorScheme}`)
    }
  })
})

describe('the map without WebGL', () => {
  it('has the scale and the links, in French too', async () => {
    const { page, context, open, check } = await visit(browser, server, { map: 'plain' })
    await open(`${VANCOUVER}?lang=fr`)
    await page.locator('.plain-map circle').first().waitFor()
    expect(await page.locator('.plain-map .scale text').textContent()).toMatch(/^\d+\s(m|km)$/)
    await page.getByRole('link', { name: 'Ouvrir dans OpenStreetMap' }).waitFor()
    await check()
    await context.close()
  })
})
