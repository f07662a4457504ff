// Unpacks blocks of the request log, skipping rows that a filter leaves out.
import type { Block, BlockHeader } from './block-writer.ts'
import { FORMAT } from './block-writer.ts'

/** A row as it is packed. */
export interface PackedRow {
  readonly at: number
  readonly number: number
  readonly credential: string
  readonly route: string
  readonly outcome: string
  readonly tenths: number
}

export interface RowFilter {
  readonly credential?: string | undefined
  readonly route?: string | undefined
  /** A status such as `404`, or a class such as `4xx`. */
  readonly status?: string | undefined
  readonly code?: string | undefined
}

/** Separates a route from the MCP tool that was called. */
export const TOOL_SEPARATOR = '#'

export function readBlock({ bytes }: Pick<Block, 'bytes'>, filter: RowFilter, each: (row: PackedRow) => void): void {
  if (bytes[0] !== FORMAT) throw new RangeError(`unknown format ${bytes[0]} of a request log block`)
  const start = 5 + bytes.readUInt32LE(1)
  const { names, ...header } = JSON.parse(bytes.toString('utf8', 5, start)) as BlockHeader
  const credentials = keep(names, filter.credential, (name, wanted) => name === wanted)
  const routes = keep(names, filter.route, isRoute)
  const statuses = keep(names, filter.status, hasStatus)
  const codes = keep(names, filter.code, (name, wanted) => name.slice(4) === wanted)
  if (!credentials || !routes || !statuses || !codes) return
  let position = start
  const next = (): number => {
    let value = bytes[position++]!
    if (value < 128) return value
    value -= 128
    for (let unit = 128; ; unit *= 128) {
      const byte = bytes[position++]!
      value += (byte % 128) * unit
      if (byte < 128) return value
    }
  }
  let at = header.start
  let number = header.base
  while (position < bytes.length) {
    at += next()
    const step = next()
    number += step % 2 === 0 ? step / 2 : -(step + 1) / 2
    const [credential, route, outcome, tenths] = [next(), next(), next(), next()]
    if (!credentials[credential] || !routes[route] || !statuses[outcome] || !codes[outcome]) continue
    each({ at, number, credential: names[credential]!, route: names[route]!, outcome: names[outcome]!, tenths })
  }
}

/** Whether each name passes. Undefined when none does, so that the rows need not be read. */
function keep(
  names: readonly string[],
  wanted: string | undefined,
  test: (name: string, wanted: string) => boolean,
): readonly boolean[] | undefined {
  if (wanted === undefined) return names.map(() => true)
  const kept = names.map((name) => test(name, wanted))
  return kept.includes(true) ? kept : undefined
}

const isRoute = (name: string, wanted: string): boolean =>
  name === wanted || (name.startsWith(wanted) && name[wanted.length] === TOOL_SEPARATOR)

const hasStatus = (name: string, wanted: string): boolean =>
  wanted.endsWith('xx') ? name[0] === wanted[0] && /^\d{3}( |$)/.test(name) : name.split(' ')[0] === wanted
