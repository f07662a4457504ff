// Gives an input to the readers, and returns what they must not do.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findingOfFeed } from './feed-checks.ts'
import { listProblem, rejectedProblem, uncleanText } from './promises.ts'
import type { ReaderFile, ReaderInput } from './reader-input.ts'
import type { Readers } from './readers.ts'

const THIS_YEAR = 2026
/** Larger files are not read again in chunks. */
const MAX_SPLIT = 100_000
/** Formats whose items come in the order of the file. */
const IN_ORDER = ['csv', 'mapped-csv', 'ndjson', 'geojson', 'overpass']

/** Null: the readers did what they promise. The folder is emptied. */
export async function findingOf(readers: Readers, input: ReaderInput, folder: string): Promise<string | null> {
  try {
    return input.kind === 'feed'
      ? await findingOfFeed(readers, input)
      : await findingOfImport(readers, input, join(folder, 'files'))
  } catch (error) {
    // A fault is about what the operator names; the others quote the file.
    if (isExpected(readers, error))
      return error instanceof readers.Fault ? null : uncleanText((error as Error).message, 'the message of a refusal')
    return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
  }
}

/** What the callers of the readers report to a person. */
function isExpected({ FileRefused, FeedProblem, Fault }: Readers, error: unknown): boolean {
  const isInvalid = error instanceof Fault && error.code === 'invalid_parameter'
  return error instanceof FileRefused || error instanceof FeedProblem || isInvalid
}

async function findingOfImport(readers: Readers, input: ReaderInput, folder: string): Promise<string | null> {
  const { options } = input
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { name, bytes } of input.files) writeFileSync(join(folder, name), bytes)
  // The API and the commands name at least one file.
  if (input.files.length === 0) return null
  const paths = options.isFolder === true ? [folder] : input.files.map(({ name }) => join(folder, name))
  const mapping = await mappingOf(readers, options, `${folder}.json`)
  const format = typeof options.format === 'string' ? options.format : undefined
  const file = await readers.openInput(paths, undefined, format, mapping)
  const stream = new readers.RowStream(() => {}, { add: () => {}, reject: () => {} })
  stream.reportPhase('reading')
  if (options.isShareAlikeRefused === true) stream.notes.osmProblem = 'the source may not be share-alike'
  const context = { mapping, notes: stream.notes, onProgress: stream.reportReader, workFolder: `${folder}-work` }
  const problems: string[] = []
  const items = watched(file.read(context), IN_ORDER.includes(file.format.name), problems)
  const keys = new Set<string>()
  const found = () => {
    const notes = [...stream.notes.remarks.keys(), ...stream.notes.unknownColumns.keys()]
    return problems[0] ?? listProblem(stream.rejected, rejectedProblem) ?? uncleanText(notes, 'a remark')
  }
  try {
    if (file.format.publishes === 'streets') for await (const _ of stream.drafts(file, items));
    else
      for await (const row of stream.rows(file, items, THIS_YEAR)) {
        const problem = uncleanText(row, 'a row') ?? (keys.has(row.key) ? `two rows have the key ${row.key}` : null)
        if (problem) problems.push(problem)
        keys.add(row.key)
      }
  } catch (error) {
    // What was rejected before the file is refused is stored, too.
    if (!isExpected(readers, error) || found() === null) throw error
    return found()
  }
  for (const key of [...keys, 'unknown'].slice(0, 2)) stream.rejectKey(key, 'not published')
  file.sha256()
  return found() ?? chunkProblem(readers, input, file.format, mapping)
}

/** A file that arrives in other chunks gives the same rows. */
async function chunkProblem({ fileStart, Notes }: Readers, input: ReaderInput, format: Format, mapping: Mapping) {
  const [{ name, bytes }] = input.files as [ReaderFile]
  if (!('read' in format) || input.files.length > 1 || bytes.length > MAX_SPLIT) return null
  const text = bytes.toString()
  const outcomeOf = async (length: number): Promise<string> => {
    const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, n) =>
      text.slice(n * length, (n + 1) * length),
    )
    const file = { name, path: name, bytes: bytes.length, bytesRead: () => 0, sha256: () => null }
    async function* sent() {
      yield* pieces
    }
    const source = { ...file, text: sent, chunks: () => sent() as AsyncGenerator<never> }
    const items: string[] = []
    try {
      for await (const item of format.read(source, mapping, new Notes(), fileStart(text)))
        items.push(JSON.stringify(item))
    } catch (error) {
      items.push(String(error))
    }
    return items.join('\n')
  }
  const [whole, inChunks] = [
    await outcomeOf(text.length),
    await outcomeOf(Math.max(input.chunk, Math.ceil(text.length / 2000))),
  ]
  return whole === inChunks ? null : 'other chunks, other rows'
}

function mappingOf({ NO_MAPPING, readMapping }: Readers, { mapping }: ReaderInput['options'], path: string) {
  if (mapping === undefined) return NO_MAPPING
  rmSync(path, { force: true })
  if (mapping !== null) writeFileSync(path, typeof mapping === 'string' ? mapping : JSON.stringify(mapping))
  return readMapping(path)
}

type InputFiles = Awaited<ReturnType<Readers['openInput']>>
type Format = InputFiles['format']
type Mapping = Readers['NO_MAPPING']
type Items = ReturnType<InputFiles['read']>

async function* watched(items: Items, isInOrder: boolean, problems: string[]): Items & AsyncGenerator {
  let [last, lastFile]: [number, string | undefined] = [1, undefined]
  for await (const item of items) {
    const { line, file } = item.kind === 'draft' ? item.draft : item.rejected
    const least = isInOrder && file === lastFile ? last : 1
    if (!Number.isSafeInteger(line) || line < least) problems.push(`line ${line} after line ${last}`)
    last = line
    lastFile = file
    yield item
  }
}
