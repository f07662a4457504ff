// The snippets of a document, taken out and run as a reader would: a shell, Node and Python, in one folder, in order.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

export type Language = 'sh' | 'ts' | 'python'

export interface Snippet {
  readonly language: Language
  readonly code: string
  /** What a comment above it says that it prints. */
  readonly prints: string | undefined
  readonly line: number
}

const FENCE = /(?:<!-- prints: (.+?) -->\n)?^```(\w*)\n([\s\S]*?)^```$/gm

/** `text`, `json` and the like are for reading; a fence of any other language is a mistake. */
export function snippetsOf(document: string): Snippet[] {
  return [...document.matchAll(FENCE)].flatMap(({ 1: prints, 2: language = '', 3: code = '', index }) => {
    if (['', 'text', 'json'].includes(language)) return []
    if (!['sh', 'ts', 'python'].includes(language)) throw new Error(`nobody runs a snippet of "${language}"`)
    const line = document.slice(0, index).split('\n').length
    return [{ language: language as Language, code, prints, line }]
  })
}

/** The plan whose key a document needs, by the comment on its first line. */
export function planOf(document: string): 'sandbox' | 'elite' {
  const plan = /^<!-- plan: (sandbox|elite) -->/.exec(document)?.[1]
  if (!plan) throw new Error('its first line does not say with which plan it runs')
  return plan as 'sandbox' | 'elite'
}

/** A folder in which `plinth/client` can be imported, as after an install; and the client of OAuth that we recommend. */
export function newProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-snippets-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(resolve('.'), join(folder, 'node_modules', 'plinth'))
  for (const name of ['@types', 'openid-client'])
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}

const PROGRAMS: Readonly<Record<Language, (file: string) => [string, string[]]>> = {
  sh: (file) => ['bash', ['-euo', 'pipefail', file]],
  ts: (file) => [process.execPath, [resolve('node_modules/tsx/dist/cli.mjs'), file]],
  python: (file) => ['python3', [file]],
}

/** Runs one; whatever ends other than well is thrown, with what it printed. */
export async function runSnippet(
  { language, code }: Pick<Snippet, 'language' | 'code'>,
  folder: string,
  env: Record<string, string>,
  /** Hears what it prints while it runs. */
  heard?: (text: string) => void,
): Promise<string> {
  const file = join(folder, `snippet.${language === 'python' ? 'py' : language}`)
  writeFileSync(file, code)
  const [program, args] = PROGRAMS[language](file)
  const settings = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env }
  const running = promisify(execFile)(program, args, { cwd: folder, env: settings, maxBuffer: 64 << 20 })
  running.child.stdout?.on('data', (text) => heard?.(String(text)))
  return (await running).stdout
}

const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: ['node'],
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  },
  include: ['*.ts'],
}

/** The compiler's complaints about these programs, as one who installed the package would see them. */
export async function typeErrors(programs: Readonly<Record<string, string>>, folder: string): Promise<string> {
  for (const [name, code] of Object.entries(programs)) writeFileSync(join(folder, `${name}.ts`), `${code}\nexport {}\n`)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  const compiler = JSON.parse(readFileSync('node_modules/typescript/package.json', 'utf8')).bin.tsc
  return promisify(execFile)(process.execPath, [resolve('node_modules/typescript', compiler), '-p', folder], {}).then(
    () => '',
    ({ stdout }) => stdout,
  )
}
