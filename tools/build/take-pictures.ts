// Takes the pictures in docs/images from a running server: `npm run pictures -- URL [SESSION_COOKIE]`.
// With the cookie of an operator, the explorer shows production and the desk its first case.
import '../shared/help.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import type { OverlayOptions } from 'sharp'
import sharp from 'sharp'

const [url, cookie] = process.argv.slice(2)
if (!url) {
  console.error('Usage: npm run pictures -- http://127.0.0.1:8080 [__Host-plinth_session=…]')
  process.exit(2)
}
const folder = join(import.meta.dirname, '..', '..', 'docs', 'images')

/** Name, path, height of the window, and what must be there before the picture is taken. */
const PICTURES = [
  ['home', '/', 820, '.result h3'],
  [
    'playground',
    `/playground#${new URLSearchParams({ address: '1675 cypress, vancouver' })}`,
    1700,
    '.map[aria-busy=false]',
  ],
  ['explore', '/explore#city=Toronto', 820, '.map[aria-busy=false]'],
  ...(cookie ? [['desk', '/desk', 900, '.case .map[aria-busy=false]'] as const] : []),
] as const

/** A row of the sheet of maps, and the zooms of its columns. */
const CITIES = ['43.647/-79.38', '49.281/-123.12', '45.503/-73.572', '51.047/-114.07', '46.813/-71.22']
const ZOOMS = [4, 8, 10.5, 12, 14, 16]
const SHEET = { width: 400, height: 320 }

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
})
async function open(options: BrowserContextOptions, isSignedIn: boolean): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  if (cookie && isSignedIn) {
    const at = cookie.indexOf('=')
    // Browsers accept `__Host-` cookies only over https, but send them to localhost over http.
    const session = { name: cookie.slice(0, at), value: cookie.slice(at + 1), url: url!.replace('http:', 'https:') }
    await context.addCookies([{ ...session, secure: true, httpOnly: true, sameSite: 'Lax' }])
  }
  return context.newPage()
}

for (const [name, path, height, ready] of PICTURES) {
  const viewport = { width: 1280, height }
  const page = await open({ viewport, deviceScaleFactor: 2 }, name !== 'home' && name !== 'playground')
  await page.goto(url + path)
  await page.locator(ready).first().waitFor({ timeout: 400_000 })
  // Labels of the map fade in.
  await page.waitForTimeout(3000)
  // Without a graphics card, a map takes long.
  const picture = await page.screenshot({ timeout: 240_000 })
  await sharp(picture)
    .png({ palette: true, quality: 85 })
    .toFile(join(folder, `${name}.png`))
  console.log(`written: docs/images/${name}.png`)
  await page.context().close()
}
await takeMapper()
await takeMaps('light', 'map')
await drawSocialImage()
await browser.close()

/** What the columns of a file mean, at three widths. */
async function takeMapper(): Promise<void> {
  const table =
    'No MLS,Adresse,Ville,Inscrit le,Remarques\nC123,#1203 -1480 howe,Vancouver,2026-05-01,vue\nC124,225 King St W,Hamilton,2026-05-02,\n'
  for (const width of [390, 768, 1280]) {
    const page = await open({ viewport: { width, height: 900 } }, false)
    await page.goto(`${url}/playground#many`)
    const file = { name: 'listings.csv', mimeType: 'text/csv', buffer: Buffer.from(table) }
    await page.getByLabel('Drop a CSV').setInputFiles(file)
    await page.locator('.column-mapper').waitFor()
    const card = page.locator('.card', { has: page.locator('.column-mapper') })
    await sharp(await card.screenshot())
      .png({ palette: true, quality: 85 })
      .toFile(join(folder, `mapper-${width}.png`))
    console.log(`written: docs/images/mapper-${width}.png`)
    await page.context().close()
  }
}

/** What others show beside a link to the portal: an address in the colours of its parts. */
async function drawSocialImage(): Promise<void> {
  const portal = join(folder, '..', '..', 'portal')
  const styles = ['tokens', 'base', 'parts'].map((name) => readFileSync(join(portal, 'styles', `${name}.css`), 'utf8'))
  const parts = [
    ['unit', '#1203'],
    ['civic_number', '-1480'],
    ['street_name', 'howe'],
    ['city', 'vancouver'],
  ].map(([part, value]) => `<mark class="part" data-part="${part}"><span>${value}</span></mark>`)
  const page = await open({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' }, false)
  await page.setContent(`<style>${styles.join('\n')}
    body { margin: 0; padding: 90px 80px; background: var(--paper); }
    .icon svg { width: 84px; } h1 { margin: 28px 0 56px; font: 600 62px/1.15 var(--sans); }
    p { display: flex; gap: 22px; font: 60px/1.4 var(--mono); } .part span { border-bottom-width: 9px; }
    </style><div class="icon">${readFileSync(join(portal, 'icon.svg'), 'utf8')}</div>
    <h1>Which building is this listing in?</h1><p>${parts.join('')}</p>`)
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 90 })
    .toFile(join(portal, 'social.png'))
  console.log('written: portal/social.png')
  await page.context().close()
}

/** The map of the explorer in five cities at six zooms, on one sheet. */
async function takeMaps(colorScheme: 'light' | 'dark', name: string): Promise<void> {
  const page = await open({ viewport: { width: 1280, height: 820 }, colorScheme }, true)
  const tiles: OverlayOptions[] = []
  for (const [row, city] of CITIES.entries()) {
    for (const [column, zoom] of ZOOMS.entries()) {
      await page.goto('about:blank')
      await page.goto(`${url}/explore#map=${zoom}/${city}`)
      await page.locator('.map[aria-busy=false]').waitFor({ timeout: 400_000 })
      await page.waitForTimeout(3000)
      const box = (await page.locator('.map').boundingBox())!
      const clip = { ...SHEET, x: box.x + (box.width - SHEET.width) / 2, y: box.y + (box.height - SHEET.height) / 2 }
      const input = await page.screenshot({ clip, timeout: 240_000 })
      tiles.push({ input, left: column * (SHEET.width + 4), top: row * (SHEET.height + 4) })
    }
  }
  const size = { width: ZOOMS.length * (SHEET.width + 4), height: CITIES.length * (SHEET.height + 4) }
  const sheet = sharp({ create: { ...size, channels: 3, background: '#888' } }).composite(tiles)
  await sheet.webp({ quality: 62, effort: 6 }).toFile(join(folder, `${name}.webp`))
  console.log(`written: docs/images/${name}.webp`)
  await page.context().close()
}
