// Answers plinth.queries of a PostgreSQL database, with psql: node worker.mjs [--once] [connection string].
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { match } from './plinth.mjs'

const BATCH = 20_000
const PAUSE_MS = 1_000
const END = 'plinth-end-of-batch'
const CSV = `(format csv, delimiter E'\\t', quote E'\\x01')`

// One transaction per batch: after a crash, its queries are there again. Several workers take different rows.
const TAKE = `begin;
copy (
  with taken as (
    delete from plinth.queries
    where seq in (select seq from plinth.queries order by seq limit ${BATCH} for update skip locked)
    returning seq, query
  )
  select seq, translate(query::text, E'\\t\\r\\n', '   ') from taken order by seq
) to stdout ${CSV};
\\echo ${END}
`
const STORE = `copy plinth.answers from stdin ${CSV};\n`

const isOnce = process.argv[2] === '--once'
const target = process.argv.slice(isOnce ? 3 : 2)
const psql = spawn('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', ...target], { stdio: ['pipe', 'pipe', 'inherit'] })
psql.stdin.on('error', () => {
  // psql has ended and says why; its exit code becomes ours.
})
const ended = once(psql, 'exit')
const lines = linesOf(psql.stdout)

/** readline would also split at line separators inside a text. */
async function* linesOf(stream) {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop()
    yield* parts
  }
}

async function answerBatch() {
  psql.stdin.write(TAKE)
  let answers = ''
  for (;;) {
    const { value: line, done } = await lines.next()
    if (done) return 0
    if (line === END) break
    const [seq, query] = line.split('\t')
    answers += `${seq}\t${match(query)}\n`
  }
  psql.stdin.write(answers === '' ? 'commit;\n' : `${STORE}${answers}\\.\ncommit;\n`)
  return answers.length
}

for (;;) {
  if ((await answerBatch()) > 0) continue
  if (isOnce || psql.exitCode !== null) break
  await setTimeout(PAUSE_MS)
}
psql.stdin.end()
const [code] = await ended
process.exitCode = code ?? 1
