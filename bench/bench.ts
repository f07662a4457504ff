// `npm run bench [name…]`: runs the named benchmarks, or all.
import { PROOF_SECRET } from '../proof/target/server-process.ts'
import { benchHttp } from './http.ts'
import { benchImport } from './import.ts'
import { benchListings } from './listings.ts'
import { benchMatchThreads } from './match-threads.ts'
import { benchMatcher } from './matcher-speed.ts'
import { benchPortal } from './portal.ts'
import { benchScale } from './scale.ts'
import { benchStart } from './start.ts'
import { benchSuggest } from './suggest.ts'
import { benchWebhooks } from './webhooks.ts'
import { benchWorkers } from './workers.ts'

const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  http: benchHttp,
  scale: benchScale,
  webhooks: benchWebhooks,
  workers: benchWorkers,
  start: benchStart,
  portal: benchPortal,
  listings: benchListings,
  suggest: benchSuggest,
  import: benchImport,
  threads: benchMatchThreads,
  matcher: benchMatcher,
}

// Required with PostgreSQL, and the same for all programs that use one database.
process.env.SECRET_KEY ??= PROOF_SECRET

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
