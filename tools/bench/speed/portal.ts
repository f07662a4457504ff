// Measures transfer size and load time of portal pages in a real browser with an empty cache.
import type { Browser } from 'playwright-core'
import { chromium } from 'playwright-core'
import { buildIfStale } from '../../../bin/build.mjs'
import { startApp } from '../../../src/app/app.ts'
import { readConfig } from '../../../src/kernel/config.ts'
import { createLog } from '../../../src/kernel/log.ts'
import { table } from '../../shared/tables.ts'
import { inFolder } from './measure.ts'

/** Pages without a session. The others load the same scripts and a few kilobytes more. */
const PATHS = ['/', '/playground', '/explore', '/explore/1', '/plans', '/sign-up', '/sign-in', '/docs/guides']
const ARGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
]

interface PageLoad {
  readonly requests: number
  readonly kilobytes: number
  readonly headingMs: number
}

async function loadPage(browser: Browser, url: string): Promise<PageLoad> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  let requests = 0
  let bytes = 0
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    requests += 1
    bytes += encodedDataLength
  })
  await network.send('Network.enable')
  const started = performance.now()
  await page.goto(url)
  await page.locator('h1').waitFor()
  const headingMs = performance.now() - started
  await page.waitForLoadState('networkidle')
  await context.close()
  return { requests, kilobytes: bytes / 1024, headingMs }
}

export async function benchPortal(): Promise<void> {
  await buildIfStale()
  await inFolder(async (dataDir) => {
    const config = readConfig({
      PORT: '0',
      DATA_DIR: dataDir,
      DRAIN_MS: '0',
      DEMONSTRATION: 'invented',
      DEMO_PROJECTS: '60',
      LOG_LEVEL: 'error',
    })
    const app = await startApp(config, createLog(config))
    await app.dataReady
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGS })
    try {
      await loadPage(browser, `${app.url}/`)
      const rows: string[][] = []
      for (const path of PATHS) {
        const { requests, kilobytes, headingMs } = await loadPage(browser, app.url + path)
        rows.push([path, String(requests), kilobytes.toFixed(0), `${headingMs.toFixed(0)} ms`])
      }
      console.log(table(['page', 'requests', 'KB', 'heading after'], rows))
    } finally {
      await browser.close()
      await app.stop()
    }
  })
}
