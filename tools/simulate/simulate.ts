// `npm run simulate`: nodes, customers and faults in virtual time, repeatable from a seed.
//   --seed N   what all random choices come from; 1 if absent
//   --days N   simulated days, in runs of twenty; 20 if absent
//   --quiet    only the summary
// A breach prints the last lines of the trace and the command that repeats its run, and ends with code 1.
// `npm run proof simulate` records the figures.
import '../shared/help.ts'
import { parseArgs } from 'node:util'
import { whole } from '../shared/tables.ts'
import { RUN_DAYS, simulate } from './runs.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '20' },
    quiet: { type: 'boolean', default: false },
  },
})
const [seed, days] = [Number(values.seed), Number(values.days)]
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(days) || seed < 0 || days < 1) {
  console.error('--seed and --days must be whole numbers; --days at least 1.')
  process.exit(2)
}
let done = 0
const { hash, counts, breaches } = await simulate(seed, days, {
  onRun: (run) => {
    done = Math.min(days, done + RUN_DAYS)
    if (!values.quiet) console.error(`${whole(done)} of ${whole(days)} days, seed ${run.seed}, trace ${run.hash}`)
    if (run.breach === undefined) return
    console.error(`${run.lastLines.join('\n')}\nBREACH ${run.breach}`)
    console.error(`  repeat: npm run simulate -- --seed ${run.seed} --days ${RUN_DAYS}`)
  },
})
console.log(`seed ${seed}, ${whole(days)} simulated days, trace ${hash}, ${breaches.length} breaches`)
for (const [name, value] of Object.entries(counts)) console.log(`  ${name.padEnd(20)} ${whole(value)}`)
process.exit(breaches.length > 0 ? 1 : 0)
