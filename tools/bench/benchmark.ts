// `npm run benchmark`: the public benchmark. `-- --write` updates docs/benchmark.md.

import { benchmarkCommand } from './public/benchmark.ts'

await benchmarkCommand(process.argv.includes('--write'))
