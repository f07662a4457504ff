// Builds the command tree from assets/commands.json: names, arguments, options and help.
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { Argument, Option } from 'commander'
import type { Run } from './commands.ts'
import { COMMANDS } from './commands.ts'
import { integerBetween, PARSERS } from './terminal/arguments.ts'

interface Extra {
  readonly required?: true
  readonly default?: string | number
  readonly choices?: readonly string[]
  readonly conflicts?: readonly string[]
  /** From, to. */
  readonly integer?: readonly [number, number]
  readonly parse?: keyof typeof PARSERS
}
type OptionRow = readonly [flags: string, description: string, extra?: Extra]

interface CommandRow {
  readonly description?: string
  readonly isDefault?: true
  readonly arguments?: readonly (readonly [name: string, description?: string, choices?: readonly string[]])[]
  /** An option, or the name of shared ones. */
  readonly options?: readonly (OptionRow | string)[]
  /** Help below the options. */
  readonly after?: string
}

interface CommandFile {
  readonly groups: readonly { readonly title: string; readonly example: string; readonly commands: readonly string[] }[]
  readonly sharedOptions: Readonly<Record<string, readonly OptionRow[]>>
  /** `keys create` is the command `create` of `keys`. */
  readonly commands: Readonly<Record<string, CommandRow>>
}

const FILE: CommandFile = JSON.parse(readFileSync(new URL('../../assets/commands.json', import.meta.url), 'utf8'))
const ORDER = FILE.groups.flatMap(({ commands }) => commands)

/** `action` wraps the code of each command that has some. */
export function addCommands(program: Command, action: (run: Run) => (...values: unknown[]) => Promise<void>): void {
  const byPath = new Map<string, Command>([['', program]])
  for (const [path, row] of Object.entries(FILE.commands)) {
    const [name = '', parent = ''] = path.split(' ').toReversed()
    const command = byPath.get(parent)!.command(name, { isDefault: row.isDefault ?? false })
    byPath.set(path, command)
    describe(command, row)
    const run = COMMANDS[path]
    if (run) command.action(action(run))
  }
  groupCommands(program)
}

function describe(command: Command, { description, arguments: args = [], options = [], after }: CommandRow): void {
  if (description) command.description(description)
  for (const [name, text, choices] of args) {
    const argument = new Argument(name, text)
    command.addArgument(choices ? argument.choices(choices) : argument)
  }
  for (const row of options.flatMap((one) => (typeof one === 'string' ? FILE.sharedOptions[one]! : [one])))
    command.addOption(optionOf(row))
  if (after) command.addHelpText('after', after)
}

function optionOf([flags, description, extra = {}]: OptionRow): Option {
  const option = new Option(flags, description)
  if (extra.required) option.makeOptionMandatory()
  if (extra.default !== undefined) option.default(extra.default)
  if (extra.choices) option.choices(extra.choices)
  if (extra.conflicts) option.conflicts([...extra.conflicts])
  if (extra.integer) option.argParser(integerBetween(...extra.integer))
  if (extra.parse) option.argParser<unknown>(PARSERS[extra.parse])
  return option
}

/** Subcommands, such as those of `plinth keys`, have no groups. */
export function groupCommands(program: Command): void {
  for (const { title, example, commands } of FILE.groups)
    for (const command of program.commands)
      if (commands.includes(command.name())) command.helpGroup(`${title}\n  $ ${example}\n`)
}

/** `plinth help` works, but is no command to read about. */
export function inGroupOrder({ parent, commands }: Command): Command[] {
  return parent ? [...commands] : commands.toSorted((a, b) => ORDER.indexOf(a.name()) - ORDER.indexOf(b.name()))
}
