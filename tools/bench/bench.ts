// `npm run bench [name…]`: runs the named benchmarks, or all. `npm run bench -- --guard` fails if requests got slower.
//   http profile scale webhooks workers start portal listings suggest import changes threads bulk matcher nrn
import '../shared/help.ts'
import { PROOF_SECRET } from '../target/server-process.ts'
import { benchImport, benchImportChanges } from './import/import.ts'
import { benchNrn } from './import/nrn.ts'
import { benchBulk } from './speed/bulk.ts'
import { benchHttp, guardHttp } from './speed/http.ts'
import { benchListings } from './speed/listings.ts'
import { benchMatchThreads } from './speed/match-threads.ts'
import { benchMatcher } from './speed/matcher-speed.ts'
import { hasOption } from './speed/measure.ts'
import { benchPortal } from './speed/portal.ts'
import { benchProfile } from './speed/profile.ts'
import { benchScale } from './speed/scale.ts'
import { benchStart } from './speed/start.ts'
import { benchSuggest } from './speed/suggest.ts'
import { benchWorkers } from './speed/workers.ts'
import { benchWebhooks } from './webhooks/webhooks.ts'

const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  http: benchHttp,
  profile: benchProfile,
  scale: benchScale,
  webhooks: benchWebhooks,
  workers: benchWorkers,
  start: benchStart,
  portal: benchPortal,
  listings: benchListings,
  suggest: benchSuggest,
  import: benchImport,
  changes: benchImportChanges,
  nrn: benchNrn,
  threads: benchMatchThreads,
  bulk: benchBulk,
  matcher: benchMatcher,
}

// Required with PostgreSQL, and the same for all programs that use one database.
process.env.SECRET_KEY ??= PROOF_SECRET

// Options are for the benchmarks themselves.
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
for (const name of chosen)
  if (!BENCHMARKS[name])
    throw new Error(`Unknown benchmark "${name}". Choose from: ${Object.keys(BENCHMARKS).join(', ')}.`)
if (hasOption('guard')) await guardHttp()
else
  for (const [name, run] of Object.entries(BENCHMARKS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    console.log(`\n${name}`)
    await run()
  }
