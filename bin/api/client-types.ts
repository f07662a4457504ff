// Writes out the types of src/http/api-types.ts without zod, for the client package.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const SOURCE = 'src/http/api-types.ts'
const HEADER = `// The types of requests and responses.

/** A page of a list. */
export interface Page<T> {
  readonly data: T[]
  readonly meta: ListMeta
}
`
/** Has a type parameter, so the compiler cannot write it out. */
const IN_HEADER = 'Page'

/** A member that no type has. A type with another member has no name, so the compiler writes it out. */
const MARK = '"@"'

/** Texts shorter than this are repeated rather than named: they may agree by chance. */
const MIN_NAMED_LENGTH = 100

export function typeNames(): string[] {
  const source = readFileSync(SOURCE, 'utf8')
  const declared = [...source.matchAll(/^export (?:type|interface) (\w+)/gm)].map((match) => match[1]!)
  const passedOn = [...source.matchAll(/^export type \{ (.+) \} from/gm)].flatMap((match) => match[1]!.split(', '))
  return [...declared, ...passedOn].filter((name) => name !== IN_HEADER)
}

export function clientTypes(): string {
  const types = new Map([...writtenOut(typeNames())].map(([name, text]) => [name, oneLine(text)]))
  for (const [name, text] of types)
    if (name === text)
      throw new Error(`The compiler does not write out ${name} of ${SOURCE}. Make it a field of a type.`)
  const lines = [...types].map(([name, text]) => `export type ${name} = ${withNames(name, text, types)}\n`)
  return format(HEADER + lines.join(''))
}

/** As the compiler writes the types into a declaration file. */
function writtenOut(names: readonly string[]): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-types-'))
  try {
    const program = `import type * as api from ${JSON.stringify(resolve(SOURCE))}
type Flat<T> = T extends object ? (T extends infer O ? { [K in keyof O]: Flat<O[K]> } : never) : T
declare function flat<T>(): Flat<T> | ${MARK}
${names.map((name) => `export const ${name} = flat<api.${name}>()`).join('\n')}
`
    const options = { noEmit: false, noCheck: true, declaration: true, emitDeclarationOnly: true }
    const folders = { rootDir: '/', outDir: join(folder, 'out'), typeRoots: [resolve('node_modules/@types')] }
    const config = {
      extends: resolve('tsconfig.json'),
      compilerOptions: { ...options, ...folders },
      files: ['types.ts'],
    }
    writeFileSync(join(folder, 'types.ts'), program)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...config, include: [] }))
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], { stdio: 'inherit' })
    const declarations = readFileSync(join(folder, 'out', folder, 'types.d.ts'), 'utf8')
    const written = declarations.split(/^export declare const /m).slice(1)
    return new Map(written.map((text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Other names stay: all names of the file are in the result. */
function oneLine(text: string): string {
  const type = text.trim().replace(/;$/, '').replaceAll(/\s+/g, ' ').replaceAll('api.', '')
  return type.replace(` | ${MARK}`, '').replace(`${MARK} | `, '')
}

/** Replaces the text of other types by their names, the longest first. Of two equal types, the second names the first. */
function withNames(name: string, text: string, types: ReadonlyMap<string, string>): string {
  const names = [...types.keys()]
  const others = [...types]
    .filter(([, other]) => isObject(other) && other.length >= MIN_NAMED_LENGTH)
    .filter(([it, other]) => (other === text ? names.indexOf(it) < names.indexOf(name) : other.length < text.length))
    .sort(([, a], [, b]) => b.length - a.length)
  return others.reduce((result, [other, part]) => result.replaceAll(part, other), text)
}

/** One pair of braces, not a union of several. */
function isObject(text: string): boolean {
  if (!text.startsWith('{')) return false
  let depth = 0
  for (const [i, char] of [...text].entries()) {
    if (char === '{') depth++
    else if (char === '}' && --depth === 0) return i === text.length - 1
  }
  return false
}

function format(source: string): string {
  const biome = resolve('node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'format', '--stdin-file-path=packages/client/src/api-types.ts']
  return execFileSync(process.execPath, args, { input: source, encoding: 'utf8', maxBuffer: 1 << 24 })
}

/** A program that compiles if every type in the file `written` accepts the same values as the inferred one. */
export function sameTypesProgram(written: string): string {
  return `import type * as written from ${JSON.stringify(written)}
import type * as inferred from ${JSON.stringify(resolve(SOURCE))}
type Same<A, B> = [A, B] extends [B, A] ? true : never
${typeNames()
  .map((name) => `true satisfies Same<written.${name}, inferred.${name}>`)
  .join('\n')}
`
}
