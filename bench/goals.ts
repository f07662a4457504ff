// The goals for speed and scale, and where each stands: a table in bench/RESULTS.md.
import { readResultsSection, writeResultsSection } from './results-file.ts'

interface Goal {
  readonly id: string
  readonly what: string
  /** Measured on the first release. */
  readonly was: string
  readonly goal: string
  readonly command: string
}

const GOALS: readonly Goal[] = [
  goal('http', '`building-links` over HTTP, share of bare `node:http`', '55 %', '≥ 65 %', 'http'),
  goal('requestlog', 'requests per second with the request log', 'no log', '≥ −3 %', 'requestlog'),
  goal('workers', 'two workers, against one', 'one core is used', '≥ 1.7 ×', 'workers'),
  goal('match', '`plinth match`, one thread', '25,700 lines/s', '≥ 50,000 lines/s', 'threads'),
  goal('match-threads', '`plinth match --threads 2`', '1.33 ×', '≥ 1.8 ×', 'threads'),
  goal('first-start', 'first start to the first sandbox response', '53 s', '≤ 6 s', 'start'),
  goal('second-start-embedded', 'second start, embedded, 6,200 projects', '7 s', '≤ 2 s', 'start'),
  goal('second-start-postgres', 'second start, PostgreSQL, 6,200 projects', '4 s', '≤ 2 s', 'start'),
  goal('memory-embedded', 'memory, embedded, 6,200 projects, one worker', '515 MB', '≤ 300 MB', 'start'),
  goal('memory-postgres', 'memory, PostgreSQL, 6,200 projects, one worker', '308 MB', '≤ 180 MB', 'start'),
  goal('further-worker-embedded', 'a further worker, embedded', 'one core is used', '≤ 80 MB', 'start'),
  goal('further-worker-postgres', 'a further worker, PostgreSQL', 'one core is used', '≤ 80 MB', 'start'),
  goal('ready-20000', '20,000 projects, ready', '22.5 s', '≤ 2 s', 'scale'),
  goal('memory-20000', '20,000 projects, memory', '970 MB', '≤ 500 MB', 'scale'),
  goal('ready-100000', '100,000 projects, ready', 'not tried', '≤ 6 s', 'scale'),
  goal('memory-100000', '100,000 projects, memory', 'not tried', '≤ 1.5 GB', 'scale'),
  goal('publish-100000', '100 changes in 100,000 projects, from commit to visible', 'not tried', '≤ 2 s', 'scale'),
  goal('import-time', '17,000,000 lines of a register into PostgreSQL', 'not tried', '≤ 25 min', 'import'),
  goal('import-memory', 'the same, peak memory of the importer', 'not tried', '≤ 1.5 GB', 'import'),
  goal('joins', '100,000 rows of three sources, joins', 'not tried', 'precision ≥ 99.5 %, recall ≥ 98 %', 'import'),
  goal('webhooks', 'events to 10 endpoints for a minute, in batches', 'not tried', '≥ 2,000/s', 'webhooks'),
  {
    id: 'image',
    what: 'container image with its base',
    was: 'not built',
    goal: '≤ 350 MB',
    command: 'bin/try-image.sh --write-results',
  },
]

function goal(id: string, what: string, was: string, target: string, bench: string): Goal {
  return { id, what, was, goal: target, command: `npm run bench ${bench} -- --write-results` }
}

/** Writes what was measured now. The other rows stay. */
export function recordGoal(id: string, now: string): void {
  if (!GOALS.some((one) => one.id === id)) throw new Error(`There is no goal "${id}". Add it to bench/goals.ts.`)
  const known = new Map(
    readResultsSection('goals')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.split(' | '))
      .map((cells) => [cells[0]!.slice(2), cells[3] ?? '']),
  )
  const rows = GOALS.map((one) => {
    const value = one.id === id ? now : (known.get(one.what) ?? 'not measured')
    return `| ${one.what} | ${one.was} | ${one.goal} | ${value} | \`${one.command}\` |`
  })
  const head = ['| | first release | goal | now | command |', '|---|---|---|---|---|']
  writeResultsSection('goals', [...head, ...rows].join('\n'))
}
