// `npm run bench [name…]`: runs the named benchmarks, or all.
import { benchAddress } from './address.ts'
import { benchCatalog } from './catalog-speed.ts'
import { benchDesk } from './desk.ts'
import { benchFeeds } from './feed-delay.ts'
import { benchHttp } from './http.ts'
import { benchTricks } from './http-tricks.ts'
import { benchImport } from './import.ts'
import { benchLinkJson } from './link-json.ts'
import { benchListings } from './listings.ts'
import { benchMatchThreads } from './match-threads.ts'
import { benchMatcher } from './matcher-speed.ts'
import { benchPeerAccuracy } from './peer-accuracy.ts'
import { benchPortal } from './portal.ts'
import { benchRequestLog } from './request-log.ts'
import { benchScale } from './scale.ts'
import { benchStart } from './start.ts'
import { benchSuggest } from './suggest.ts'
import { benchWebhooks } from './webhooks.ts'
import { benchWorkers } from './workers.ts'

const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  http: benchHttp,
  tricks: benchTricks,
  catalog: benchCatalog,
  scale: benchScale,
  webhooks: benchWebhooks,
  workers: benchWorkers,
  start: benchStart,
  portal: benchPortal,
  desk: benchDesk,
  listings: benchListings,
  feeds: benchFeeds,
  requestlog: benchRequestLog,
  suggest: benchSuggest,
  import: benchImport,
  'link-json': benchLinkJson,
  threads: benchMatchThreads,
  peers: benchPeerAccuracy,
  address: benchAddress,
  matcher: async () => void (await benchMatcher()),
}

// Required with PostgreSQL; the servers inherit it.
process.env.SECRET_KEY ??= 'x'.repeat(40)

// Options are for the benchmarks themselves.
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
for (const name of chosen)
  if (!BENCHMARKS[name])
    throw new Error(`Unknown benchmark "${name}". Choose from: ${Object.keys(BENCHMARKS).join(', ')}.`)
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.log(`\n${name}`)
  await run()
}
