// Takes the pictures in docs/images from a running server: `npm run pictures -- URL [SESSION_COOKIE]`.
// With the cookie of an operator, the explorer shows production and the desk its first case.
import '../shared/help.ts'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
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
  ['playground', `/playground#${new URLSearchParams({ address: '#1203 -1480 howe' })}`, 1700, '.map[aria-busy=false]'],
  ['explore', '/explore#city=Toronto', 820, '.map[aria-busy=false]'],
  ...(cookie ? [['desk', '/desk', 900, '.case .map[aria-busy=false]'] as const] : []),
] as const

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
})
for (const [name, path, height, ready] of PICTURES) {
  const context = await browser.newContext({
    viewport: { width: 1280, height },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  })
  if (cookie && name !== 'home' && name !== 'playground') {
    const at = cookie.indexOf('=')
    // Browsers accept `__Host-` cookies only over https, but send them to localhost over http.
    const session = { name: cookie.slice(0, at), value: cookie.slice(at + 1), url: url.replace('http:', 'https:') }
    await context.addCookies([{ ...session, secure: true, httpOnly: true, sameSite: 'Lax' }])
  }
  const page = await context.newPage()
  await page.goto(url + path)
  await page.locator(ready).first().waitFor({ timeout: 120_000 })
  // Labels of the map fade in.
  await page.waitForTimeout(3000)
  // Without a graphics card, a map takes long.
  const picture = await page.screenshot({ timeout: 240_000 })
  await sharp(picture)
    .png({ palette: true, quality: 85 })
    .toFile(join(folder, `${name}.png`))
  console.log(`written: docs/images/${name}.png`)
  await context.close()
}
await browser.close()
