// Kills `plinth match` of many files in the middle: the next run does the rest, and nothing again.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { runPlinth } from '../support/child.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const root = suiteFolder()
const path = (name: string) => join(root, name)
const FILES = 60

/** Outputs that are there, by their names. */
const outputs = (folder: string) =>
  Object.fromEntries(
    readdirSync(path(folder))
      .filter((name) => name.endsWith('.ndjson'))
      .map((name) => [
        name,
        { bytes: readFileSync(join(path(folder), name), 'utf8'), at: statSync(join(path(folder), name)).mtimeMs },
      ]),
  )

const start = (folder: string) =>
  runPlinth(
    ['match', '--buildings', path('buildings.ndjson'), `${path('in')}/`, '-o', `${path(folder)}/`, '--threads', '2'],
    {},
  )

async function match(folder: string) {
  const running = start(folder)
  const code = await running.exited
  return { code, last: running.output().trim().split('\n').at(-1) }
}

it('finishes what a killed run left, and does no finished file again', async () => {
  for (const name of ['in', 'whole', 'killed']) mkdirSync(path(name))
  writeFileSync(path('buildings.ndjson'), '{"id":"howe","address":"1480 Howe St","city":"Vancouver","province":"BC"}')
  for (let i = 0; i < FILES; i++) {
    const rows = Array.from({ length: 400 }, (_, n) => `{"id":${n},"text":"${n}-${1400 + i} Howe St, Vancouver"}\n`)
    writeFileSync(path(`in/${i}.ndjson`), rows.join(''))
  }
  expect(await match('whole')).toEqual({ code: 0, last: `${FILES} files: ${FILES} written` })
  const killed = start('killed')
  while (Object.keys(outputs('killed')).length < 5 && killed.child.exitCode === null) await setTimeout(5)
  killed.child.kill('SIGKILL')
  await killed.exited
  const before = outputs('killed')
  const finished = readdirSync(path('killed/_plinth/done')).length
  expect(finished).toBeGreaterThan(3)
  expect(finished).toBeLessThan(FILES)
  expect(await match('killed')).toEqual({
    code: 0,
    last: `${FILES} files: ${FILES - finished} written, ${finished} finished before`,
  })
  const after = outputs('killed')
  const again = Object.entries(before).filter(([name, { at }]) => after[name]?.at !== at)
  // A kill between an output and its mark repeats that output.
  expect(again.length).toBeLessThanOrEqual(Object.keys(before).length - finished)
  const bytes = (all: typeof after) => Object.entries(all).map(([name, one]) => [name, one.bytes])
  expect(bytes(after)).toEqual(bytes(outputs('whole')))
  expect(readdirSync(path('killed/_plinth'))).toEqual(['done'])
})
