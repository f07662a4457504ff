// plinth functions: writes the matcher with an index as a function of a SQL engine.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasStreets } from '@plinth/matcher/internal/index/index-file'
import { streetTexts } from '../../catalog/snapshot/street-files.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { isIndexFile, openIndexFile } from '../match/building-index.ts'
import type { Engine } from './engine-files.ts'
import { engineFiles } from './engine-files.ts'

const BUILT = new URL('../../functions/', import.meta.url)
const TEMPLATES = new URL('../../../assets/functions/', import.meta.url)

/** In base64 a third longer, and less than a megabyte. */
const PIECE_BYTES = 720_000

export interface FunctionsFlags {
  readonly index: string
  readonly output: string
}

export async function functionsCommand(engine: Engine, { index, output }: FunctionsFlags): Promise<number> {
  if (!existsSync(index) || !isIndexFile(index))
    throw new Stop('usage', `${index} is not an index of buildings`, 'Write one with plinth index.')
  const text = (name: string, folder: URL) => readFileSync(new URL(name, folder), 'utf8')
  const own = new URL(`${engine}/`, TEMPLATES)
  const parts = {
    code: text('matcher.js', BUILT).trimEnd(),
    tables: text('tables.json', BUILT),
    program: text('program.mjs', TEMPLATES),
    streets: hasStreets(openIndexFile(index)) ? [] : streetTexts(),
    index: piecesOf(readFileSync(index)),
  }
  const templates = Object.fromEntries(readdirSync(own).map((name) => [name, text(name, own)]))
  const files = engineFiles(engine, parts, templates)
  mkdirSync(output, { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(output, name), content)
    console.log(`${join(output, name)}: ${Math.ceil(Buffer.byteLength(content) / 1000).toLocaleString('en-CA')} KB`)
  }
  return EXIT.ok
}

function piecesOf(bytes: Buffer): string[] {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    pieces.push(bytes.subarray(at, at + PIECE_BYTES).toString('base64'))
  return pieces
}
