// Compares folders of release files, and writes their checksums.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** In the format of `sha256sum`. */
export function checksums(folder: string): string {
  return readdirSync(folder)
    .toSorted()
    .map((name) => `${hashOf(join(folder, name))}  ${name}\n`)
    .join('')
}

/** Names of files that are not in both folders or do not have the same bytes. */
export function differences(one: string, other: string): string[] {
  const [a, b] = [checksums(one).split('\n'), checksums(other).split('\n')]
  const lines = [...a.filter((line) => !b.includes(line)), ...b.filter((line) => !a.includes(line))]
  return [...new Set(lines.map((line) => line.slice(line.indexOf('  ') + 2)))].toSorted()
}
