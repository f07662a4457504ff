// Runs the code snippets of a document in order with sh, Node and Python.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { transformWithOxc } from 'vite'
import { PYTHON } from './python.ts'

export type Language = 'sh' | 'ts' | 'python'

export interface Snippet {
  readonly language: Language
  readonly code: string
  /** The expected output, from the comment above the snippet. */
  readonly prints: string | undefined
  readonly line: number
}

const FENCE = /(?:<!-- prints: (.+?) -->\n)?^```(\w*)\n([\s\S]*?)^```$/gm
const FILE = /^<!-- file: (.+?) -->\n```\w+\n([\s\S]*?)^```$/gm

/** Languages such as `text` and `json` are not run; any other language is an error. */
export function snippetsOf(document: string): Snippet[] {
  const programs = document.replaceAll(FILE, (block) => block.replaceAll(/.+/g, ''))
  return [...programs.matchAll(FENCE)].flatMap(({ 1: prints, 2: language = '', 3: code = '', index }) => {
    if (['', 'text', 'json'].includes(language)) return []
    if (!['sh', 'ts', 'python'].includes(language)) throw new Error(`snippets in "${language}" are not supported`)
    const line = document.slice(0, index).split('\n').length
    return [{ language: language as Language, code, prints, line }]
  })
}

/** Files that the document tells the reader to save, by name. */
export function filesOf(document: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...document.matchAll(FILE)].map(([, name = '', content = '']) => [name, content]))
}

/** The plan that the document needs, from the comment on its first line. */
export function planOf(document: string): 'sandbox' | 'elite' {
  const plan = /^<!-- plan: (sandbox|elite) -->/.exec(document)?.[1]
  if (!plan) throw new Error('the first line must name the plan')
  return plan as 'sandbox' | 'elite'
}

/** A folder where `npx plinth` runs, and where the packages and the recommended OAuth client can be imported. */
export function newProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-snippets-'))
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true })
  symlinkSync(resolve('bin/plinth.mjs'), join(folder, 'node_modules', '.bin', 'plinth'))
  symlinkSync(resolve('.'), join(folder, 'node_modules', 'plinth'))
  for (const name of ['@duckdb', '@plinth', '@types', 'openid-client'])
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}

/** As Node runs it. */
export const withoutTypes = async (code: string): Promise<string> => (await transformWithOxc(code, 'snippet.ts')).code

/** npx takes a second to find the same program. */
const withoutNpx = (code: string): string => code.replaceAll('npx plinth', 'node_modules/.bin/plinth')

const EXTENSIONS: Readonly<Record<Language, string>> = { sh: 'sh', ts: 'mjs', python: 'py' }

const PROGRAMS: Readonly<Record<Language, (file: string) => [string, string[]]>> = {
  sh: (file) => ['bash', ['-euo', 'pipefail', file]],
  ts: (file) => [process.execPath, [file]],
  python: (file) => [PYTHON, [file]],
}

/** Runs a snippet and throws its output on failure. */
export async function runSnippet(
  { language, code }: Pick<Snippet, 'language' | 'code'>,
  folder: string,
  env: Record<string, string>,
  /** Receives output while it runs. */
  heard?: (text: string) => void,
): Promise<string> {
  const file = join(folder, `snippet.${EXTENSIONS[language]}`)
  // Without its types: another test compiles the snippets with them.
  writeFileSync(file, language === 'ts' ? await withoutTypes(code) : withoutNpx(code))
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

/** Compiler errors of these programs, as for a user of the package. */
export async function typeErrors(programs: Readonly<Record<string, string>>, folder: string): Promise<string> {
  for (const [name, code] of Object.entries(programs)) writeFileSync(join(folder, `${name}.ts`), `${code}\nexport {}\n`)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  const compiler = JSON.parse(readFileSync('node_modules/typescript/package.json', 'utf8')).bin.tsc
  return promisify(execFile)(process.execPath, [resolve('node_modules/typescript', compiler), '-p', folder], {}).then(
    () => '',
    ({ stdout }) => stdout,
  )
}
