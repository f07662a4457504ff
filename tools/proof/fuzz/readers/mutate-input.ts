// Breaks the input of a reader: its files as bytes, lines, columns and JSON, and the options beside them.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { zipOf } from '../../../../test/support/zip-files.ts'
import type { Random } from '../../../shared/random.ts'
import { BAD_UTF8, mutateJson, mutateJsonText, mutateText, oddText, places } from '../mutate.ts'
import type { ReaderFile, ReaderInput } from './reader-input.ts'

/** Words that readers treat in a way of their own, and names of fields. */
const { words, names }: Readonly<Record<'words' | 'names', readonly string[]>> = JSON.parse(
  readFileSync(new URL('../data/reader-samples.json', import.meta.url), 'utf8'),
)
const DELIMITERS = [',', ';', '\t', '|']
const ENDINGS = ['csv', 'ndjson', 'json', 'geojson', 'xml', 'dbf', 'csv.gz', 'txt', '']
const LARGE_BYTES = 200_000

export function mutateInput(input: ReaderInput, dice: Random): ReaderInput {
  const { files, options } = input
  if (files.length === 0 || dice.chance(0.15)) return { ...input, options: mutateOptions(options, dice) }
  const at = dice.below(files.length)
  const file = files[at]!
  const changed = (next: readonly ReaderFile[]): ReaderInput => ({ ...input, files: next })
  switch (dice.below(20)) {
    case 0:
      return changed(
        files.toSpliced(
          at,
          1,
          ...(dice.chance(0.5) ? [file, { ...file, name: `${files.length + 1}${file.name}` }] : []),
        ),
      )
    case 1:
      return changed(files.with(at, { ...file, name: `${dice.pick(['a', 'ü', 'b c'])}.${dice.pick(ENDINGS)}` }))
    case 2:
      return changed(files.with(at, { ...file, bytes: gzipSync(file.bytes) }))
    case 3:
      return changed([{ name: 'files.zip', bytes: zipOf(files.map(({ name, bytes }) => ({ name, content: bytes }))) }])
    case 4:
      return { ...input, chunk: dice.between(1, 300) }
    default:
      return changed(files.with(at, { ...file, bytes: mutateBytes(file.bytes, dice) }))
  }
}

function mutateOptions(options: ReaderInput['options'], dice: Random): ReaderInput['options'] {
  const copy = structuredClone(options)
  if (typeof copy.mapping === 'string') return { ...copy, mapping: mutateText(copy.mapping, dice) }
  if (copy.mapping !== undefined && dice.chance(0.1))
    return { ...copy, mapping: mutateJsonText(JSON.stringify(copy.mapping), dice).toString() }
  return mutateValue(copy, dice) as ReaderInput['options']
}

/** Half the time one value becomes a word that means something to a reader. */
function mutateValue(value: unknown, dice: Random): unknown {
  const found = places(value, '', [])
  if (found.length === 0 || dice.chance(0.5)) {
    const changed = mutateJson(value, dice)
    return changed !== null && typeof changed === 'object' ? changed : value
  }
  const { holder, key } = dice.pick(found)
  const target = holder as Record<string | number, unknown>
  if (dice.chance(0.3) && !Array.isArray(holder)) target[dice.pick(names)] = target[key]
  else target[key] = dice.pick(words)
  return value
}

/** As latin1, so that every byte stays what it is. */
function mutateBytes(bytes: Buffer, dice: Random): Buffer {
  const text = bytes.toString('latin1')
  if (bytes.length > LARGE_BYTES) return Buffer.from(text.slice(0, dice.below(text.length)), 'latin1')
  const lines = text.split('\n')
  const at = dice.below(lines.length)
  const latin1 = (changed: string): Buffer => Buffer.from(changed, 'latin1')
  const joined = (changed: readonly string[]): Buffer => latin1(changed.join('\n'))
  switch (dice.below(16)) {
    case 0:
      return joined(lines.toSpliced(at, 1))
    case 1:
      return joined(
        lines.toSpliced(at, 0, ...Array(dice.pick([1, 1, 2, lines[at]!.length < 500 ? 300 : 2])).fill(lines[at]!)),
      )
    case 2:
      return joined(dice.shuffle(lines))
    case 3:
      return latin1(text.replaceAll('\n', dice.pick(['\r\n', '\r', '\n\n', '\u2028'])))
    case 4:
      return latin1(text.slice(0, dice.below(text.length + 1)))
    case 5: {
      const place = dice.below(text.length + 1)
      return Buffer.concat([bytes.subarray(0, place), dice.pick(BAD_UTF8), bytes.subarray(place)])
    }
    case 6:
      return Buffer.from(mutateText(bytes.toString(), dice))
    case 7:
      return latin1(text.replaceAll(dice.pick(DELIMITERS), dice.pick(DELIMITERS)))
    case 8:
      return dice.chance(0.3) ? mutateJsonText(bytes.toString(), dice) : Buffer.from(`\ufeff${bytes}`)
    default:
      return text.startsWith('{') ? mutateJsonLines(bytes.toString(), dice) : joined(mutateTable(lines, at, dice))
  }
}

function mutateJsonLines(text: string, dice: Random): Buffer {
  const lines = text.split('\n')
  const at = dice.below(lines.length)
  try {
    return Buffer.from(lines.with(at, JSON.stringify(mutateValue(JSON.parse(lines[at]!), dice))).join('\n'))
  } catch {
    return Buffer.from(lines.with(at, mutateText(lines[at]!, dice)).join('\n'))
  }
}

/** The lines as a table: whole columns, and single cells of a line. */
function mutateTable(lines: readonly string[], at: number, dice: Random): string[] {
  const delimiter = DELIMITERS.find((one) => lines[0]!.includes(one)) ?? ','
  const rows = lines.map((line) => line.split(delimiter))
  const column = dice.below(rows[0]!.length)
  const other = dice.below(rows[0]!.length)
  const latin1 = (text: string): string => Buffer.from(text).toString('latin1')
  const everywhere = (change: (cells: string[]) => string[]) =>
    rows.map((cells) => (cells.length > column ? change(cells) : cells))
  const cell = (text: string): string[][] => rows.with(at, rows[at]!.toSpliced(column, 1, text))
  const changed = (): readonly string[][] => {
    switch (dice.below(9)) {
      case 0:
        return everywhere((cells) => cells.toSpliced(column, 1))
      case 1:
        return everywhere((cells) => cells.toSpliced(other, 0, cells[column]!))
      case 2:
        return everywhere((cells) => cells.with(column, cells[other] ?? '').with(0, cells[column]!))
      case 3:
        return rows.with(at, rows[at]!.toSpliced(column, dice.below(2), ''))
      case 4:
        return cell(dice.pick(['"', '""', '"x', 'x"y', '"a""b"', '"a\nb"', '"a"b']))
      case 5:
        return rows.with(0, rows[0]!.toSpliced(column, 1, dice.pick(names)))
      case 6:
        return cell(latin1(oddText(dice)))
      default:
        return cell(latin1(dice.pick(words)))
    }
  }
  return changed().map((cells) => cells.join(delimiter))
}
