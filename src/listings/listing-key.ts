// The rule for the keys of listings, whoever sends them.
import type { Text } from '../kernel/phrase.ts'
import { say } from '../kernel/phrase.ts'

/** URL parsers remove `.` and `..`, so no path could name such a listing. */
const KEY = /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,128}$/
/** Paths of their own under /listings. */
const RESERVED: ReadonlySet<string> = new Set(['batch', 'changes', 'duplicates', 'counts', 'export'])

export const KEY_PATTERN = KEY.source
export const KEY_RULE = 'must have 1 to 128 characters of A-Z a-z 0-9 . _ : - and not be "." or ".."'

/** What is wrong with a key; null if nothing. */
export function problemOfKey(key: string): Text | null {
  if (RESERVED.has(key)) return say`must not be "${key}", which is reserved`
  return KEY.test(key) ? null : KEY_RULE
}
