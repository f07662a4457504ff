// Reads ranges of an open file.
import { readSync } from 'node:fs'

/** Fills `into` with the bytes at `position`. */
export function readFully(fd: number, into: Uint8Array, position: number): void {
  for (let at = 0; at < into.length; ) {
    const read = readSync(fd, into, at, into.length - at, position + at)
    if (read === 0) throw new Error('the input file became shorter while it was read')
    at += read
  }
}
