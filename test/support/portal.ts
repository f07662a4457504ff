// The portal for the tests of a file: a server of their own, and the browser that all files of a worker share.
import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { startBrowser } from './browser.ts'
import type { TestServer } from './server.ts'
import { startServer } from './server.ts'

/** Runs until its worker ends; what a file opened in it is closed with the file. */
let shared: Promise<Browser> | undefined

export interface Portal {
  readonly server: TestServer
  readonly browser: Browser
}

/** Awaited at the top of a test file; both are given back after its tests. */
export async function startPortal(env: Record<string, string> = {}): Promise<Portal> {
  const server = await startServer(env)
  shared ??= startBrowser()
  const browser = await shared
  afterAll(async () => {
    for (const context of browser.contexts()) await context.close()
    await server.stop()
  })
  return { server, browser }
}
