// A recorded process, the disk that loses power, and the ledger of its cuts.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Disk } from '../../tools/proof/power/disk.ts'
import { Journal } from '../../tools/proof/power/journal.ts'
import type { FileRecord, Kind } from '../../tools/proof/power/recording.ts'
import { lastPoints, Recorder, readRecords } from '../../tools/proof/power/recording.ts'
import { StateFolder } from '../../tools/proof/power/state-folder.ts'
import { Random } from '../../tools/shared/random.ts'

let folder: string
let root: string
let disk: Disk
let end = 0
let cuts = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-power-'))
  root = join(folder, 'data')
  mkdirSync(root)
  writeFileSync(join(root, 'old'), 'old')
  disk = new Disk(root)
  end = 0
})

afterEach(() => rmSync(folder, { recursive: true }))

function did(kind: Kind, file: number, { names = [] as string[], offset = 0, text = '' } = {}): void {
  end += 1
  const paths = names.map((name) => join(root, name))
  disk.do({ kind, end, file, offset: BigInt(offset), names: paths, bytes: Buffer.from(text) } satisfies FileRecord)
}

function synced(file: number, folder?: string): void {
  const number = end
  did('sync begin', file, { offset: number, names: folder === undefined ? [] : [folder] })
  did('sync end', file, { offset: number })
}

function left(kept: 'nothing' | 'everything' | 'some', seed = 1): Record<string, string> {
  cuts += 1
  const target = join(folder, `cut-${cuts}`)
  new StateFolder(target).become(disk.cut(kept, new Random(seed)))
  return Object.fromEntries(readdirSync(target).map((name) => [name, readFileSync(join(target, name), 'utf8')]))
}

test('what was synced is there, and what was not may be', () => {
  const old = statSync(join(root, 'old')).ino
  did('write', old, { text: 'new' })
  expect(left('nothing')).toEqual({ old: 'old' })
  expect(left('everything')).toEqual({ old: 'new' })
  synced(old)
  did('write', old, { text: 'lost', offset: 3 })
  expect(left('nothing')).toEqual({ old: 'new' })
  expect(new Set(Array.from({ length: 20 }, (_, seed) => left('some', seed).old)).size).toBeGreaterThan(1)
})

test('a write during a sync is not synced by it', () => {
  const old = statSync(join(root, 'old')).ino
  did('sync begin', old, { offset: 7 })
  did('write', old, { text: 'new' })
  did('sync end', old, { offset: 7 })
  expect(left('nothing')).toEqual({ old: 'old' })
})

test('a new name is kept by a sync of its file or folder, with the names before it', () => {
  did('create', 1001, { names: ['first'] })
  did('create', 1002, { names: ['second'] })
  did('write', 1002, { text: 'text' })
  expect(left('nothing')).toEqual({ old: 'old' })
  synced(1002)
  expect(left('nothing')).toEqual({ old: 'old', first: '', second: 'text' })
  did('rename', 0, { names: ['second', 'old'] })
  expect(left('nothing')).toEqual({ old: 'old', first: '', second: 'text' })
  synced(0, '.')
  expect(left('nothing')).toEqual({ old: 'text', first: '' })
  did('unlink', 0, { names: ['first'] })
  expect(left('everything')).toEqual({ old: 'text' })
})

test('pages of one write reach the disk on their own, and one may be torn', () => {
  const old = statSync(join(root, 'old')).ino
  did('write', old, { text: 'a'.repeat(4096 * 3) })
  synced(old)
  did('write', old, { text: 'b'.repeat(4096 * 3) })
  const states = Array.from({ length: 200 }, (_, seed) => left('some', seed).old!)
  expect(states.every((state) => state.length === 4096 * 3)).toBe(true)
  const pages = states.map((state) => [0, 1, 2].map((page) => state[page * 4096]).join(''))
  expect(new Set(pages).size).toBe(8)
  expect(states.some((state) => /^b+a/.test(state) && state.indexOf('a') % 4096 !== 0)).toBe(true)
  expect(states.every((state) => state.indexOf('ba') < 0 || (state.indexOf('ba') + 1) % 512 === 0)).toBe(true)
})

test('the journal knows what was possible at each point', () => {
  let at = 0
  const journal = new Journal(() => at)
  const write = journal.begin('listing A', 'one')
  at = 10
  journal.end(write, 'done')
  at = 20
  const second = journal.begin('listing A', null)
  at = 30
  journal.end(second, 'unknown')
  const found = (value: string | null) => new Map([['listing A', value]])
  expect(journal.problems(9, 9, found(null))).toEqual([])
  expect(journal.problems(10, 10, found(null))).toHaveLength(1)
  expect(journal.problems(10, 10, found('one'))).toEqual([])
  expect(journal.problems(25, 25, found(null))).toEqual([])
  expect(journal.problems(40, 40, found('two'))).toHaveLength(1)
})

test('a state must be possible at every point at which a cut may leave it', () => {
  const records = (['write', 'sync begin', 'write', 'sync end', 'unlink'] as const).map(
    (kind): FileRecord => ({ kind, end: 0, file: 1, offset: 0n, names: [], bytes: Buffer.alloc(0) }),
  )
  expect(lastPoints(records)).toEqual([2, 2, 2, 4, 4])
  let at = 5
  const journal = new Journal(() => at)
  const write = journal.begin('listing A', 'one')
  at = 10
  journal.end(write, 'done')
  expect(journal.problems(6, 9, new Map())).toEqual([])
  expect(journal.problems(6, 10, new Map())).toEqual(['listing A is missing, but it can only be "one"'])
  expect(journal.problems(6, 10, new Map([['listing A', 'one']]))).toEqual([])
})

test('a folder of states takes nothing over from the state before', () => {
  const place = new StateFolder(join(folder, 'state'))
  const read = () =>
    Object.fromEntries(readdirSync(place.path).map((name) => [name, readFileSync(join(place.path, name), 'utf8')]))
  const become = () => {
    const state = disk.cut('everything', new Random(1))
    place.become(state)
    return state.digest
  }
  const first = become()
  // As a database does that recovers.
  writeFileSync(join(place.path, 'old'), 'bad')
  mkdirSync(join(place.path, 'more'))
  expect(become()).toBe(first)
  expect(read()).toEqual({ old: 'old' })
  rmSync(join(place.path, 'old'))
  did('create', 1001, { names: ['new'] })
  expect(disk.changedBy([])).toEqual([])
  did('write', 1001, { text: 'text' })
  expect(become()).not.toBe(first)
  expect(read()).toEqual({ old: 'old', new: 'text' })
})

const PROGRAM = `
const fs = require('node:fs')
const fd = fs.openSync('made', 'w')
fs.writeSync(fd, 'hello')
fs.fsyncSync(fd)
fs.writeSync(fd, 'j', 0)
fs.ftruncateSync(fd, 4)
fs.closeSync(fd)
fs.mkdirSync('inner')
fs.renameSync('made', 'inner/moved')
const parent = fs.openSync('inner', 'r')
fs.fsyncSync(parent)
fs.unlinkSync('old')
fs.writeFileSync(require('node:path').resolve('..', 'outside'), 'not recorded')
`

test('a process is recorded, and the disk does what it did', () => {
  const recorder = new Recorder(folder, root)
  execFileSync(process.execPath, ['-e', PROGRAM], { cwd: root, env: { ...process.env, ...recorder.env } })
  const records = [...readRecords(recorder.read())]
  expect(records.at(-1)?.end).toBe(recorder.position())
  const kinds = records.map(({ kind }) => kind)
  expect(kinds).toEqual([
    ...['create', 'write', 'sync begin', 'sync end', 'write', 'truncate'],
    ...['mkdir', 'rename', 'sync begin', 'sync end', 'unlink'],
  ])
  expect(disk.changedBy(records)).toEqual(['old'])
  for (const record of records) disk.do(record)
  const target = join(folder, 'cut')
  new StateFolder(target).become(disk.cut('everything', new Random(1)))
  expect(readdirSync(target)).toEqual(['inner'])
  expect(readFileSync(join(target, 'inner/moved'), 'utf8')).toBe('jell')
  const synced = join(folder, 'synced')
  new StateFolder(synced).become(disk.cut('nothing', new Random(1)))
  expect(readdirSync(synced).sort()).toEqual(['inner', 'old'])
  expect(readFileSync(join(synced, 'inner/moved'), 'utf8')).toBe('hello')
})
