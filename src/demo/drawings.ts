// Draws the images of invented projects: fills values into the prepared drawings of assets/demonstration.
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

export interface Drawing {
  readonly svg: string
  readonly width: number
  readonly height: number
}

/** A drawing with `{places}` for values, or the drawings to choose from by one value. */
type Prepared = string | { readonly by: string; readonly of: Readonly<Record<string, Prepared>> }
/** Texts and colours by value. Of several colours, the building's number `s` chooses one. */
type Table = Readonly<Record<string, string | number | readonly string[]>>
type Values = ReadonlyMap<string, string>

interface Drawings {
  readonly tables: Readonly<Record<string, Table>>
  readonly drawings: Readonly<Record<string, Prepared>>
}

const FILE = new URL('../../assets/demonstration/drawings.json.br', import.meta.url)
const PREFIX = 'drawing:'
const LINE_LENGTH = 20

let loaded: Drawings | undefined

function prepared(): Drawings {
  loaded ??= JSON.parse(brotliDecompressSync(readFileSync(FILE)).toString()) as Drawings
  return loaded
}

/** Draws an origin, `drawing:<kind>?name=value&…`. Pure: the same origin gives the same bytes. */
export function drawMedia(origin: string): Drawing {
  const mark = origin.indexOf('?')
  const kind = origin.slice(PREFIX.length, mark)
  if (!origin.startsWith(PREFIX) || mark < 0 || !Object.hasOwn(prepared().drawings, kind))
    throw new TypeError(`not a drawing origin: ${origin.slice(0, 60)}`)
  const svg = draw(kind, readValues(origin.slice(mark + 1)))
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
  return { svg, width: Number(width), height: Number(height) }
}

/** The origin with another value. */
export function withValue(origin: string, name: string, value: string): string {
  const encoded = value.replace(/[%&=?#<>"]/g, encodeURIComponent)
  return origin.replace(new RegExp(`([?&]${name}=)[^&]*`), (_, start: string) => start + encoded)
}

function readValues(query: string): Values {
  const pairs = query.split('&').map((pair): [string, string] => {
    const equals = pair.indexOf('=')
    const value = pair.slice(equals + 1)
    return [pair.slice(0, Math.max(0, equals)), value.includes('%') ? decodeURIComponent(value) : value]
  })
  return new Map(pairs)
}

function draw(kind: string, values: Values): string {
  let chosen = prepared().drawings[kind] ?? ''
  while (typeof chosen !== 'string') chosen = nearest(chosen.of, valueAt(values, chosen.by))
  return chosen.replace(/\{([\w.]+)(?:\|(\w+))?\}/g, (_, path: string, format?: string) =>
    Object.hasOwn(prepared().drawings, path) ? draw(path, values) : escapeText(formatted(values, path, format)),
  )
}

/** The drawing for this value, for any other value, or for the nearest number. */
function nearest(of: Readonly<Record<string, Prepared>>, value: string): Prepared {
  const exact = of[value] ?? of['']
  if (exact !== undefined) return exact
  const wanted = Number(value) || 0
  const distance = ([key]: readonly [string, unknown]) => Math.abs(Number(key) - wanted)
  return Object.entries(of).reduce((best, next) => (distance(next) < distance(best) ? next : best))[1]
}

/** `p` is a value, `u.0` the first of a list, `r.2.3` a cell of a table, `u.length` the length of a list. */
function valueAt(values: Values, path: string): string {
  const [name = '', item, cell] = path.split('.')
  const value = values.get(name) ?? ''
  if (item === undefined) return value
  const items = value.split('|')
  if (item === 'length') return String(items.length)
  const found = items[Number(item)] ?? ''
  return cell === undefined ? found : (found.split(';')[Number(cell)] ?? '')
}

const FORMATS: Readonly<Record<string, (value: string) => string>> = {
  money: (value) => value && `$${Number(value).toLocaleString('en-CA')}`,
  street: (value) => value.replace(/^[\d-]+ /, ''),
  line0: (value) => wrapText(value)[0] ?? '',
  line1: (value) => wrapText(value)[1] ?? '',
  line2: (value) => wrapText(value)[2] ?? '',
}

function formatted(values: Values, path: string, format: string | undefined): string {
  const value = valueAt(values, path)
  if (format === undefined) return value
  const table = prepared().tables[format]
  if (!table) return FORMATS[format]?.(value) ?? value
  const entry = table[value] ?? Object.values(table)[0] ?? ''
  return typeof entry === 'object' ? (entry[Number(values.get('s') ?? 0) % entry.length] ?? '') : String(entry)
}

/** Non-ASCII characters become numeric entities, so that characters equal bytes. */
function escapeText(text: string): string {
  return text.replace(/[&<>"\u0080-\uffff]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function wrapText(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= LINE_LENGTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
