// Tests that `plinth match` writes the same bytes whatever the threads, shards, blocks and kind of input.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MatchOptions } from '../../src/cli/match/match-command.ts'
import { runMatch } from '../../src/cli/match/match-command.ts'
import { amount } from '../support/amount.ts'
import { fromCases } from '../support/cases.ts'
import { Collector } from '../support/collector.ts'
import { jsonLines } from '../support/json-lines.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const folder = suiteFolder()
const buildings = join(folder, 'buildings.ndjson')
beforeAll(() =>
  writeFileSync(
    buildings,
    [
      { id: 'howe', address: '1480 Howe St', city: 'Vancouver', province: 'BC' },
      { id: 'tupper', address: '2117 Rue Tupper', city: 'Montréal', province: 'QC' },
    ]
      .map((row) => JSON.stringify(row))
      .join('\n'),
  ),
)

type More = Partial<MatchOptions>

async function run(
  input: Buffer,
  more: More = {},
  command = runMatch,
): Promise<{ code: number; bytes: Buffer; errors: string }> {
  const [output, errors] = [new Collector(), new Collector()]
  const stream = Readable.from(piecesOf(input))
  const code = await command({ buildings, input: stream, output, errors, ...more })
  return { code, bytes: output.bytes(), errors: errors.bytes().toString() }
}

/** Pieces of odd lengths, which end anywhere. */
function* piecesOf(input: Buffer): Generator<Buffer> {
  for (let at = 0, length = 1; at < input.length; at += length, length = (length * 7 + 3) % 97 || 1)
    yield input.subarray(at, at + length)
}

const word = fc.constantFrom(
  '1480 Howe St',
  '#5 - 2117 rue Tupper',
  'Montréal',
  '1482 Howe',
  'näh "x"',
  'a,b',
  'line\nbreak',
  '',
)
const queryLine = fc
  .record({ id: fc.oneof(fc.nat(), word), text: word, city: fc.constantFrom('Vancouver', 'Montréal', null) })
  .map((row) => JSON.stringify(row))
const ndjson = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.oneof(
          { weight: 5, arbitrary: queryLine },
          fc.constantFrom('', '  ', 'broken', '[]', '{"id":1}', '\ufeff{}'),
        ),
        fc.constantFrom('\n', '\r\n'),
      ),
      { maxLength: 25 },
    ),
    fc.boolean(),
  )
  .map(([lines, hasEnd]) => {
    const text = lines.map(([line, end]) => line + end).join('')
    return Buffer.from(hasEnd ? text : text.trimEnd())
  })

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const csv = fc
  .tuple(
    fc.boolean(),
    fc.array(fc.tuple(fc.nat(), word, word, fc.constantFrom('\n', '\r\n', '\n\n', ',extra\n')), { maxLength: 25 }),
    fc.boolean(),
  )
  .map(([hasMark, rows, hasEnd]) => {
    const lines = rows.map(
      ([id, text, city, end]) => `${id},${quoted(text)},${/[",\n]/.test(city) ? quoted(city) : city}${end}`,
    )
    const text = `${hasMark ? '\ufeff' : ''}"id",text,city\n${lines.join('')}`
    return Buffer.from(hasEnd ? text : text.replace(/\n+$/, ''))
  })

const file = (name: string) => join(folder, name)

async function shardsOf(input: string, count: number, more: More): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let index = 1; index <= count; index++) {
    const { code, bytes } = await run(Buffer.alloc(0), { file: input, shard: { index, count }, ...more })
    expect(code).toBe(0)
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}

describe.each([
  ['ndjson', ndjson],
  ['csv', csv],
] as const)('%s', (format, arbitrary) => {
  it('gives the same bytes from a stream, a file, a compressed file, blocks of any size and one to five shards', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrary,
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 5 }),
        async (input, blockBytes, count) => {
          const [plain, packed] = [file(`in.${format}`), file(`in.${format}.gz`)]
          writeFileSync(plain, input)
          writeFileSync(packed, gzipSync(input))
          const { code, bytes: expected } = await run(input, { format })
          expect(code).toBe(0)
          for (const more of [{ file: plain }, { file: plain, blockBytes }, { file: packed }])
            expect((await run(Buffer.alloc(0), more)).bytes.toString()).toBe(expected.toString())
          expect((await shardsOf(plain, count, { blockBytes })).toString()).toBe(expected.toString())
        },
      ),
      { numRuns: amount(2) },
    )
  })

  it('gives the same bytes with one and three threads', async () => {
    // workers cannot load TypeScript on Node 20, so they run from the build
    const { runMatch: built } = (await import(pathToFileURL(resolve('dist/cli/match/match-command.js')).href)) as {
      runMatch: typeof runMatch
    }
    const input = Buffer.concat(
      fc.sample(arbitrary, { numRuns: 80, seed: 7 }).map((one, i) => {
        const text = one.toString().trimEnd()
        return Buffer.from(`${i > 0 && format === 'csv' ? text.replace(/^.*\n?/, '') : text}\n`)
      }),
    )
    const plain = file(`threads.${format}`)
    writeFileSync(plain, input)
    const { bytes: expected } = await run(input, { format })
    expect(expected.length).toBeGreaterThan(20_000)
    const ways: More[] = [
      { format, threads: 3 },
      { file: plain, threads: 3, blockBytes: 999 },
      { file: plain, threads: 1, blockBytes: 999 },
    ]
    for (const way of ways) {
      const { bytes } = await run(way.file === undefined ? input : Buffer.alloc(0), way, built)
      expect(bytes.equals(expected)).toBe(true)
    }
    const second = { file: plain, threads: 2, blockBytes: 500 }
    const [one, two] = [
      await run(Buffer.alloc(0), { ...second, shard: { index: 1, count: 2 } }, built),
      await run(Buffer.alloc(0), { ...second, shard: { index: 2, count: 2 } }, built),
    ]
    expect(Buffer.concat([one!.bytes, two!.bytes]).equals(expected)).toBe(true)
  })
})

describe('a line that never ends', () => {
  it('is reported as bad, with the same bytes from a file and from a stream', async () => {
    const long = `{"id":"long","text":"é${'9'.repeat(3_000_000)}"}`
    const input = Buffer.from(`{"id":1,"text":"1480 Howe St"}\n${long}\n{"id":2,"text":"1480 Howe St"}\n${long}`)
    const plain = file('long.ndjson')
    writeFileSync(plain, input)
    const pieces = Readable.from([input.subarray(0, 100_000), input.subarray(100_000)])
    const streamed = await run(input, { input: pieces })
    const read = await run(Buffer.alloc(0), { file: plain })
    expect(read.bytes.toString()).toBe(streamed.bytes.toString())
    expect(read.bytes.toString().match(/"outcome":"\w+"/g)).toEqual(
      ['matched', 'no_match', 'matched', 'no_match'].map((one) => `"outcome":"${one}"`),
    )
    expect((await shardsOf(plain, 4, {})).toString()).toBe(read.bytes.toString())
  })
})

describe('CSV with a quote that is not closed', () => {
  it.each([
    ['at the end', 'id,text\n1,a\n2,"b\nc\n', 'line 3: a quoted field has no closing quote'],
    ['for more than a mebibyte', `id,text\n1,"a\n${'x\n'.repeat(700_000)}`, 'line 2: the record is longer than 1 MiB'],
    ['in the header', 'id,"text\n1,a\n', 'line 1: a quoted field has no closing quote'],
  ])('stops with the line number: %s', async (_where, text, message) => {
    const plain = file('open.csv')
    writeFileSync(plain, text)
    for (const result of [
      await run(Buffer.from(text), { format: 'csv' }),
      await run(Buffer.alloc(0), { file: plain }),
    ]) {
      expect(result.code).toBe(2)
      expect(result.errors).toContain(message)
    }
  })
})

describe('the output file', () => {
  it('appears complete, in the format of its name, and not at all after an error', async () => {
    const [good, bad, out] = [file('good.ndjson'), file('bad.csv'), file('answers.csv')]
    writeFileSync(good, '{"id":"a,b","text":"1480 Howe St","city":"Vancouver"}\n')
    writeFileSync(bad, 'id,text\n1,"x')
    const { code, bytes } = await run(Buffer.alloc(0), { file: good, outputFile: out })
    expect([code, bytes.length]).toEqual([0, 0])
    expect(readFileSync(out, 'utf8')).toMatch(
      /^id,outcome,reason,building_id,match_confidence,match_strategy,project_id,match_level,alternatives,error\n"a,b",matched,,howe,0\.\d+,exact_address,,building,,\n$/,
    )
    rmSync(out)
    expect((await run(Buffer.alloc(0), { file: bad, outputFile: out })).code).toBe(2)
    expect((await run(Buffer.alloc(0), { file: good, outputFile: join(folder, 'nowhere', 'out.csv') })).code).toBe(2)
    expect(readdirSync(folder).filter((name) => name.startsWith('answers'))).toEqual([])
  })
})

describe('standard input that is a file', () => {
  it('is read from where it stands', async () => {
    const plain = file('redirected.ndjson')
    const lines = Array.from({ length: 5 }, (_, i) => `{"id":${i},"text":"1480 Howe St"}\n`)
    writeFileSync(plain, lines.join(''))
    for (const skipped of [0, 2]) {
      const fd = openSync(plain, 'r')
      readSync(fd, Buffer.alloc(lines[0]!.length * skipped))
      const args = ['bin/plinth.mjs', 'match', '--buildings', buildings]
      const { stdout } = spawnSync(process.execPath, args, { stdio: [fd, 'pipe', 'inherit'], encoding: 'utf8' })
      closeSync(fd)
      expect(jsonLines(stdout).map(({ id }) => id)).toEqual([0, 1, 2, 3, 4].slice(skipped))
    }
  })
})

describe('a run that is stopped', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('leaves no incomplete file: %s', async (signal) => {
    const out = file('stopped.ndjson')
    const args = ['bin/plinth.mjs', 'match', '--buildings', buildings, '-o', out]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'] })
    const drafts = () => readdirSync(folder).filter((name) => name.startsWith('stopped'))
    while (drafts().length === 0 && child.exitCode === null) await setTimeout(20)
    expect(drafts()).toHaveLength(1)
    child.kill(signal)
    const [, endedBy] = await once(child, 'exit')
    expect([endedBy, drafts()]).toEqual([signal, []])
  })
})

describe('input that cannot be used', () => {
  it.each(fromCases<[string, { file?: string }, string][]>('cli/match-parts', 'refused inputs'))(
    'is refused: %s',
    async (_what, more, message) => {
      writeFileSync(file('other.csv'), 'a,b\n1,2\n')
      writeFileSync(file('in.csv'), 'text\nx\n')
      writeFileSync(file('in.ndjson.gz'), gzipSync('{"text":"x"}'))
      const path = more.file ? { file: file(more.file) } : {}
      const { code, errors, bytes } = await run(Buffer.from('{}'), { ...more, ...path } as More)
      expect([code, bytes.length]).toEqual([2, 0])
      expect(errors).toContain(message)
    },
  )
})

describe('progress', () => {
  it('shows the share and the speed on a terminal, and a summary everywhere', async () => {
    const plain = file('progress.ndjson')
    writeFileSync(plain, '{"text":"1480 Howe St"}\n'.repeat(4000))
    const errors = Object.assign(new Collector(), { isTTY: true })
    expect((await run(Buffer.alloc(0), { errors, file: plain, blockBytes: 200 })).code).toBe(0)
    expect(errors.bytes().toString()).toContain('░  0 %, 0 queries in 0.0 s')
    expect((await run(Buffer.alloc(0), { file: plain })).errors).toMatch(
      /4,000 queries in [\d.]+ s, [\d,]+ per second, plus [\d.]+ s to load the buildings\n$/,
    )
  })
})
