// `npm run benchmark`: the public benchmark. `-- --write` updates docs/benchmark.md.

import '../shared/help.ts'
import { benchmarkCommand } from './public/benchmark.ts'

await benchmarkCommand(process.argv.includes('--write'))
