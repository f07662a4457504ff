// Damages files of a stopped database, each time in the same way for the same seed.
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../shared/random.ts'

export const DAMAGES = ['flip', 'truncate', 'empty', 'delete'] as const
export type Damage = (typeof DAMAGES)[number]

export function damage(file: string, how: Damage, random: Random): void {
  if (how === 'delete') rmSync(file)
  else if (how === 'empty') truncateSync(file, 0)
  else if (how === 'truncate') truncateSync(file, random.below(statSync(file).size))
  else writeFileSync(file, flipped(readFileSync(file), random))
}

/** Inverts a byte in each of up to eight places. */
export function flipped(bytes: Buffer, random: Random): Buffer {
  const out = Buffer.from(bytes)
  const places = new Set(Array.from({ length: Math.min(8, out.length) }, () => random.below(out.length)))
  for (const place of places) out[place] = out[place]! ^ 0xff
  return out
}

/** Files with content below the folder whose path matches, in a fixed order. */
export function filesOf(folder: string, pattern: RegExp): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && statSync(path).size > 0)
    .sort()
}
