// Fuzzes only the readers and prints what was found and missed: --seed 1 --count 5000 --seconds 60 [--recipe 5,77].
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fuzzReaders } from './fuzz-readers.ts'

const { values } = parseArgs({
  options: {
    build: { type: 'string', default: '.' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '60' },
    recipe: { type: 'string' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'plinth-readers-'))
const started = performance.now()
try {
  const { inputs, branches, reached, missed } = await fuzzReaders(
    {
      build: { folder: values.build },
      seed: Number(values.seed),
      count: Number(values.count),
      recipe: values.recipe?.split(',').map(Number),
      folder,
      signal: AbortSignal.timeout(Number(values.seconds) * 1000),
    },
    ({ what }) => console.log(`BREACH ${what}\n`),
  )
  for (const [name, lines] of missed) console.log(`${name}\n  ${lines.join('\n  ')}`)
  const seconds = (performance.now() - started) / 1000
  console.log(`${inputs} inputs in ${seconds.toFixed(1)} s; ${reached} of ${branches} branches reached`)
  console.log(`${((100 * reached) / branches).toFixed(1)} %`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
