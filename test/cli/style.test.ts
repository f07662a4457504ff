// Tables, colours and help of the command line.

import type { FeedRun } from '@plinth/client'
import { Command } from 'commander'
import { expect, it, vi } from 'vitest'
import { addCommands, groupCommands } from '../../src/cli/command-tree.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { run } from '../../src/cli/program.ts'
import { runLines } from '../../src/cli/service/feeds-command.ts'
import type { TableColumn } from '../../src/cli/terminal/style.ts'
import { styleOf, tableLines, tableWithNotes } from '../../src/cli/terminal/style.ts'

interface Row {
  readonly id: number
  readonly name: string
}
const COLUMNS: readonly TableColumn<Row>[] = [
  { title: 'ID', text: ({ id }) => String(id), right: true },
  { title: 'Name', text: ({ name }) => name, tone: ({ id }) => (id === 1 ? 'bad' : undefined) },
  { title: 'Note', text: () => '' },
]
const ROWS = [
  { id: 1, name: 'Résidence' },
  { id: 250, name: 'Howe' },
]

it('aligns columns with a heading on a terminal, and prints records only on a pipe', () => {
  const terminal = styleOf({ noColor: true }, { isTTY: true })
  expect(tableLines(ROWS, COLUMNS, terminal)).toEqual([' ID  Name       Note', '  1  Résidence', '250  Howe'])
  expect(tableLines(ROWS, COLUMNS, styleOf({ noColor: false }, {}))).toEqual(['  1  Résidence', '250  Howe'])
  expect(tableLines([], COLUMNS, terminal)).toEqual([])
})

it('uses colours on a terminal without NO_COLOR', () => {
  const [heading, first, second] = tableLines(ROWS, COLUMNS, styleOf({ noColor: false }, { isTTY: true }))
  expect(heading).toContain('\u001b[1mName\u001b[22m')
  expect(first).toBe('  1  \u001b[31mRésidence\u001b[39m')
  expect(second).toBe('250  Howe')
})

it('puts notes under their rows, below the heading', () => {
  const notes = ({ id, name }: Row) => (id === 1 ? [`about ${name}`] : [])
  const terminal = styleOf({ noColor: true }, { isTTY: true })
  expect(tableWithNotes(ROWS, COLUMNS, notes, terminal)).toEqual([
    ' ID  Name       Note',
    '  1  Résidence',
    '  about Résidence',
    '250  Howe',
  ])
  expect(tableWithNotes(ROWS, COLUMNS, notes, styleOf({ noColor: true }, {}))[1]).toBe('  about Résidence')
})

it('prints feed runs in columns, with problems under their run', () => {
  const counts = { read: 1200, created: 3, updated: 0, unchanged: 1190, rejected: 7, gone: 0 }
  const run = { started_at: '2026-11-16T12:00:00.000Z', outcome: 'done', counts, problem: null, rejected: [] }
  const failed = {
    ...run,
    outcome: 'failed',
    counts: { ...counts, read: 5 },
    problem: { code: 'timeout', detail: 'No answer.' },
    rejected: [{ key: 'A1', line: null, reason: 'No address.' }],
  }
  const lines = runLines([run, failed] as unknown as FeedRun[], styleOf({ noColor: true }, { isTTY: true }))
  expect(lines).toEqual([
    'Started                   Outcome       Read    Created    Updated       Unchanged    Rejected    Gone',
    '2026-11-16T12:00:00.000Z  done     1200 read  3 created  0 updated  1190 unchanged  7 rejected  0 gone',
    '2026-11-16T12:00:00.000Z  failed      5 read  3 created  0 updated  1190 unchanged  7 rejected  0 gone',
    '  timeout: No answer.',
    '  A1: No address.',
  ])
})

it('puts every command into a group with an example that the command line accepts', async () => {
  let help = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    help += text
    return true
  })
  expect(await run(['--help'])).toBe(0)
  write.mockRestore()
  const examples = [...help.matchAll(/^[A-Z].+\n {2}\$ plinth (.+)\n\n {2}[a-z]/gm)]
  expect(examples).toHaveLength(5)
  // Commands without a group are under this heading.
  expect(help).not.toMatch(/^Commands:$/m)
  const names = [...help.matchAll(/^ {2}([a-z]+)[ |]/gm)].map(([, name]) => name)
  expect(help.indexOf('Find buildings')).toBeLessThan(help.indexOf('Run a server'))
  for (const [, example] of examples) expect(names).toContain(example!.split(' ')[0])
})

it('leaves unknown commands in the standard group', () => {
  const program = new Command('plinth')
  program.command('link')
  program.command('other')
  groupCommands(program)
  expect(program.commands.map((command) => command.helpGroup() !== '')).toEqual([true, false])
})

it('has code for every command, and none for what only has subcommands', () => {
  const program = new Command('plinth')
  addCommands(program, () => async () => {})
  const leaves = program.commands.flatMap((command) =>
    command.commands.length === 0 ? [command.name()] : command.commands.map((sub) => `${command.name()} ${sub.name()}`),
  )
  expect(leaves.sort()).toEqual(Object.keys(COMMANDS).sort())
})
