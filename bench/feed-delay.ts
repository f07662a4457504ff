// `npm run bench feeds`: how long a change on a RESO server takes until its listing is linked, at the default schedule.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '../bin/build.mjs'
import { keyOf } from '../test/support/reso-rows.ts'
import { ResoServer } from '../test/support/reso-server.ts'
import { resultsMonth, writeResultsSection } from './results-file.ts'
import { createKeys, startServer } from './running-server.ts'

const ROWS = 2000
const CHANGES = 5

export async function benchFeeds(): Promise<void> {
  buildIfStale()
  process.env.ALLOW_PRIVATE_WEBHOOKS = '1'
  process.env.DEMO_PROJECTS = '500'
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
  const server = await startServer({ dataDir })
  const reso = await ResoServer.start({
    rows: ROWS,
    bearer: 'stand-in',
    fieldsOf: (index, version) => ({ UnparsedAddress: `${100 + index} Version ${version} Street`, City: 'Toronto' }),
  })
  try {
    await server.ready()
    const [key] = await createKeys(server, 1)
    const call = async (path: string, body?: object) => {
      const response = await fetch(server.url + path, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as { data: Record<string, unknown> } }
    }
    const auth = { kind: 'bearer', token: 'stand-in' }
    const made = await call('/api/v1/feeds', { name: 'bench', kind: 'reso', url: reso.url, auth })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
    const addressOf = async (index: number) =>
      (await call(`/api/v1/listings/${encodeURIComponent(keyOf(index))}`)).body.data?.address
    while ((await addressOf(ROWS - 1)) === undefined) await sleep(200)
    const seconds: number[] = []
    for (let i = 0; i < CHANGES; i++) {
      // At a moment that does not depend on the last run.
      await sleep(Math.random() * 20_000)
      const before = await addressOf(i)
      reso.rows.change(i)
      const changed = performance.now()
      while ((await addressOf(i)) === before) await sleep(100)
      seconds.push((performance.now() - changed) / 1000)
      console.log(`  change ${i + 1}: linked after ${seconds.at(-1)!.toFixed(1)} s`)
    }
    const every = made.body.data.every_seconds
    const table = `| | |\n|---|---|\n| default schedule | every ${every} s |\n| change on the server to link, longest of ${CHANGES} | ${Math.max(...seconds).toFixed(1)} s |`
    console.log(table)
    if (process.argv.includes('--write-results'))
      writeResultsSection(
        'feeds',
        `${resultsMonth()} · embedded database, ${ROWS.toLocaleString('en')} rows · \`npm run bench feeds -- --write-results\`\n\n${table}`,
      )
  } finally {
    await server.stop()
    await reso.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
