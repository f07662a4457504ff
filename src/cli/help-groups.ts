// The groups of commands in `plinth --help`, each with an example.
import type { Command } from 'commander'

interface Group {
  readonly title: string
  readonly example: string
  readonly commands: readonly string[]
}

const GROUPS: readonly Group[] = [
  {
    title: 'Find buildings',
    example: 'plinth link "395 Dundas Street W 603" --sandbox --explain',
    commands: ['link', 'parse', 'match', 'index', 'suggest', 'near', 'buildings', 'projects', 'mcp'],
  },
  {
    title: 'Your listings and requests on a server',
    example: 'plinth listings put C7012345 "#1203 -1480 howe" --city Vancouver',
    commands: ['listings', 'feeds', 'logs', 'webhooks'],
  },
  {
    title: 'Run a server',
    example: 'plinth serve --workers 2',
    commands: ['serve', 'doctor', 'migrate', 'backup', 'restore'],
  },
  {
    title: 'Accounts',
    example: 'plinth keys create --plan pro',
    commands: ['keys', 'accounts', 'people', 'audit', 'oauth'],
  },
  {
    title: 'Data and models',
    example: 'plinth import buildings.csv --source city --dry-run',
    commands: ['import', 'sources', 'refresh', 'rollback', 'demo', 'fit'],
  },
]

const ORDER = GROUPS.flatMap(({ commands }) => commands)

/** Subcommands, such as those of `plinth keys`, have no groups. */
export function groupCommands(program: Command): void {
  for (const { title, example, commands } of GROUPS)
    for (const command of program.commands)
      if (commands.includes(command.name())) command.helpGroup(`${title}\n  $ ${example}\n`)
}

/** `plinth help` works, but is no command to read about. */
export function inGroupOrder({ parent, commands }: Command): Command[] {
  return parent ? [...commands] : commands.toSorted((a, b) => ORDER.indexOf(a.name()) - ORDER.indexOf(b.name()))
}
