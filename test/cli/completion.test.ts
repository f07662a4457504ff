// Completion in a real shell, and help that only helps.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { run } from '../../src/cli/program.ts'

/** Runs a command in this process, with what it writes. */
async function written(args: readonly string[]): Promise<{ code: number; text: string }> {
  let text = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((more) => {
    text += more
    return true
  })
  try {
    return { code: await run(args), text }
  } finally {
    write.mockRestore()
  }
}

it('completes commands, options and values in bash', async () => {
  const { text: script } = await written(['completion', 'bash'])
  const lines: readonly string[] = [
    'plinth lo',
    'plinth keys ',
    'plinth keys revoke key_1 --op',
    'plinth match --format ',
    'plinth match a.csv -o ',
    'plinth open d',
    'plinth link "a b" --exp',
    'plinth completion ',
  ]
  const asked = lines.map((line) => {
    const words = line.split(' ').map((word) => `'${word.replaceAll('"', '')}'`)
    return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _plinth; echo "\${COMPREPLY[*]}"`
  })
  const { stdout, stderr } = spawnSync('bash', ['-u'], { input: [script, ...asked].join('\n'), encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(stdout.trimEnd().split('\n')).toEqual([
    'login logout logs',
    'create list revoke --help',
    '--operator',
    'ndjson csv parquet xlsx',
    '',
    'docs desk',
    '--explain',
    'bash zsh fish --help',
  ])
})

it('loads the bash functions in zsh, and writes one line per option for fish', async () => {
  expect((await written(['completion', 'zsh'])).text).toMatch(
    /^autoload -U \+X bashcompinit && bashcompinit\n_plinth\(\)/,
  )
  const { text } = await written(['completion', 'fish'])
  expect(text).toContain(`complete -c plinth -n '__plinth_at "match"' -l format -x -a 'ndjson csv parquet xlsx' -d '`)
  expect(text).toContain(`complete -c plinth -n '__plinth_at "keys"' -f -a revoke -d 'revoke a key;`)
  expect(await run(['completion', 'tcsh'])).toBe(2)
})

const { commands } = JSON.parse(readFileSync('assets/commands.json', 'utf8'))

it.each(Object.keys(commands))('plinth %s --help only prints its usage', async (path) => {
  const { code, text } = await written([...path.split(' '), '--help'])
  expect(code).toBe(0)
  expect(text).toMatch(new RegExp(`^Usage: plinth ${path}[ \\n]`))
})

it('every program of package.json prints help and does nothing else', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const programs = Object.entries(scripts).flatMap(([name, command]) => {
    const [, file] = /^(?:exec node --import )?tsx (?!watch|--import)(\S+\.ts)$/.exec(command) ?? []
    return file === undefined || name.startsWith('pre') ? [] : [file]
  })
  expect(programs.length).toBeGreaterThan(10)
  // The import comes first: later ones would run before it.
  for (const file of programs)
    expect(readFileSync(file, 'utf8'), file).toMatch(/^(\/\/.*\n)+\n?import '\.\.\/\.?[./a-z]*shared\/help\.ts'\n/)
})

it('npm run bench prints help for every benchmark, without running it', () => {
  const names = [...readFileSync('tools/bench/bench.ts', 'utf8').matchAll(/^ {2}(\w+): bench/gm)].map(
    ([, name]) => name!,
  )
  expect(names.length).toBeGreaterThan(10)
  const help = spawnSync(process.execPath, ['--import', 'tsx', 'tools/bench/bench.ts', ...names, '--help'], {
    encoding: 'utf8',
  })
  expect([help.status, help.stderr]).toEqual([0, ''])
  for (const name of names) expect(help.stdout.split(/\s/)).toContain(name)
})
