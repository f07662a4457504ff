// Cuts a file of lines into ranges that start and end at line ends, without reading all of it.
import { readSync } from 'node:fs'
import type { Block, Shard } from './formats/match-plan.ts'

const LINE_END = 0x0a
const PROBE_BYTES = 4096

/** The start of the first line that starts at `position` or later. */
function lineStart(fd: number, size: number, position: number): number {
  if (position <= 0) return 0
  const probe = Buffer.allocUnsafe(PROBE_BYTES)
  for (let at = position - 1; at < size; ) {
    const read = readSync(fd, probe, 0, PROBE_BYTES, at)
    if (read === 0) break
    const end = probe.subarray(0, read).indexOf(LINE_END)
    if (end >= 0) return Math.min(at + end + 1, size)
    at += read
  }
  return size
}

/** The first byte of part `index` (counted from 0) of `count` parts. */
export const partStart = (total: number, index: number, count: number): number =>
  Number((BigInt(total) * BigInt(index)) / BigInt(count))

export function lineRanges(
  fd: number,
  size: number,
  { index, count }: Shard,
  blockBytes: number,
): { readonly total: number; readonly blocks: Iterable<Block> } {
  const from = lineStart(fd, size, partStart(size, index - 1, count))
  const to = lineStart(fd, size, partStart(size, index, count))
  function* blocks(): Generator<Block> {
    for (let start = from; start < to; ) {
      const end = Math.min(lineStart(fd, size, start + blockBytes), to)
      yield { start, end, line: 0 }
      start = end
    }
  }
  return { total: to - from, blocks: blocks() }
}
