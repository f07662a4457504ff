// plinth completion: prints what a shell needs to complete commands, options and their values.
import type { Command } from 'commander'
import { EXIT } from '../kernel/fault.ts'

interface Node {
  /** Empty for `plinth` itself; `keys list` for a subcommand. */
  readonly path: string
  readonly description: string
  readonly commands: readonly string[]
  readonly options: readonly { readonly flags: readonly string[]; readonly text: string; readonly values?: Values }[]
  /** Of its first argument. */
  readonly values: readonly string[]
}
/** Empty: any value, such as the name of a file. Undefined: the option takes none. */
type Values = readonly string[]

function nodesOf(command: Command, path = ''): Node[] {
  const { options, commands, registeredArguments } = command
  const node: Node = {
    path,
    description: command.description(),
    commands: commands.map((child) => child.name()),
    options: options.map(({ long, short, description: text, required, optional, argChoices }) => ({
      flags: [long, short].filter((flag) => flag != null),
      text,
      ...(required || optional ? { values: argChoices ?? [] } : {}),
    })),
    values: registeredArguments[0]?.argChoices ?? [],
  }
  return [node, ...commands.flatMap((child) => nodesOf(child, `${path} ${child.name()}`.trim()))]
}

function bash(nodes: readonly Node[]): string {
  const paths = nodes.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`)
  const words = ({ path, commands, values, options }: Node) =>
    `    '${path}') words='${[...commands, ...values, ...options.flatMap(({ flags }) => flags), '--help'].join(' ')}' ;;`
  const choices = ({ path, options }: Node) =>
    options.flatMap(({ flags, values }) =>
      values ? flags.map((flag) => `    '${path} ${flag}') words='${values.join(' ')}' ;;`) : [],
    )
  return `_plinth() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${paths.join(' | ')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${nodes.map(words).join('\n')}
  esac
  case "$path $previous" in
${nodes.flatMap(choices).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _plinth plinth
`
}

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`

function fish(nodes: readonly Node[]): string {
  const byPath = new Map(nodes.map((node) => [node.path, node]))
  const lines = nodes.flatMap(({ path, commands, values, options }) => {
    const start = `complete -c plinth -n '__plinth_at ${quoted(path).replaceAll("'", '"')}'`
    return [
      ...commands.map((name) => {
        const { description } = byPath.get(`${path} ${name}`.trim())!
        return `${start} -f -a ${name} -d ${quoted(description)}`
      }),
      ...(values.length > 0 ? [`${start} -f -a '${values.join(' ')}'`] : []),
      ...options.map(({ flags, text, values: choices }) => {
        const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
        const value = choices ? (choices.length > 0 ? ` -x -a '${choices.join(' ')}'` : ' -r') : ''
        return `${start} ${names.join(' ')}${value} -d ${quoted(text)}`
      }),
    ]
  })
  const paths = [...byPath.keys()].filter((path) => path !== '').map(quoted)
  return `function __plinth_at
  set -l path ''
  for word in (commandline -opc)[2..-1]
    set -l longer (string trim -- "$path $word")
    contains -- $longer ${paths.join(' ')}; and set path $longer
  end
  test "$path" = "$argv"
end
${lines.join('\n')}
`
}

const SHELLS: Readonly<Record<string, (nodes: readonly Node[]) => string>> = {
  bash,
  zsh: (nodes) => `autoload -U +X bashcompinit && bashcompinit\n${bash(nodes)}`,
  fish,
}

/** `program` is the whole command tree. */
export async function completionCommand(shell: string, program: Command): Promise<number> {
  process.stdout.write(SHELLS[shell]!(nodesOf(program)))
  return EXIT.ok
}
