// `npm run dev`: runs the server from source, after building the portal if it changed.
import { main } from '../src/main.ts'
import { buildIfStale } from './build.mjs'
import { buildReporter } from './build-reporter.mjs'

await buildIfStale(buildReporter(process.stderr))
process.exitCode = await main(['serve'])
