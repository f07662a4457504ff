// The backup format: gzipped JSON lines, the same for both engines.
//
//   {"plinth_backup":1,"schema":[{"version":1,"name":"0001-…","checksum":"…"}],…}
//   {"table":"instance","columns":["key","value"]}
//   ["a","1"]                    one row; each value is PostgreSQL's text for it, or null
//   {"sequences":[{"name":"…","last_value":1,"is_called":true}]}
//   {"rows":{"instance":1},"sha256":"…"}      the last line: row counts and the hash of all lines before
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Stop } from '../kernel/fault.ts'
import { LineSplitter } from '../kernel/lines.ts'
import type { SequenceState } from './table-shapes.ts'

export interface BackupHeader {
  readonly plinth_backup: 1
  readonly created_at: string
  readonly schema: readonly { readonly version: number; readonly name: string; readonly checksum: string }[]
}

export interface BackupEnd {
  readonly rows: Readonly<Record<string, number>>
  readonly sha256: string
}

export type BackupPart =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  /** A row as its JSON line, which the database parses. */
  | { readonly kind: 'row'; readonly line: string }
  | { readonly kind: 'sequences'; readonly sequences: readonly SequenceState[] }
  | { readonly kind: 'end'; readonly end: BackupEnd }

/** Reads the parts in order with constant memory. A damaged file throws at its end at the latest. */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256')
  let ended = false
  for await (const line of linesOf(file)) {
    if (ended) throw damaged(file, 'it continues after its last line')
    const part = parsePart(line, file)
    if (part.kind === 'end') {
      if (part.end.sha256 !== hash.digest('hex')) throw damaged(file, 'its checksum does not match')
      ended = true
    } else hash.update(line).update('\n')
    yield part
  }
  if (!ended) throw damaged(file, 'the last line is missing')
}

function parsePart(line: string, file: string): BackupPart {
  if (line.startsWith('[')) return { kind: 'row', line }
  let value: Record<string, unknown>
  try {
    value = JSON.parse(line)
  } catch {
    throw damaged(file, 'a line is not JSON')
  }
  if ('plinth_backup' in value) return { kind: 'header', header: value as unknown as BackupHeader }
  if ('table' in value) return { kind: 'table', ...(value as { table: string; columns: string[] }) }
  if ('sequences' in value) return { kind: 'sequences', ...(value as { sequences: SequenceState[] }) }
  if ('sha256' in value) return { kind: 'end', end: value as unknown as BackupEnd }
  throw damaged(file, 'a line has an unknown type')
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const gunzip = createGunzip()
  const source = pipeline(createReadStream(file), gunzip)
  source.catch(() => {}) // the reader below hears of it
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const splitter = LineSplitter.text()
  try {
    for await (const chunk of gunzip) {
      yield* splitter.push(decoder.decode(chunk as Buffer, { stream: true })) as string[]
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Stop('failed', `The file ${file} does not exist.`)
    if (code?.startsWith('Z_') || code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw damaged(file, message)
    throw error
  }
  if (splitter.end().length > 0) throw damaged(file, 'the last line is truncated')
}

export function damaged(file: string, why: string): Stop {
  return new Stop('failed', `${file} is not a complete backup: ${why}.`, 'Nothing was restored. Use another backup.')
}
