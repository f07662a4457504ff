// The requests that attacks send.
import { textOf } from './attack-connection.ts'

export const LINKS = '/api/v1/building-links'

export const pick = <T>(list: readonly T[], i: number): T => list[i % list.length]!
export const addressOf = (i: number): string => `#${(i % 40) + 1} - ${1000 + (i % 900)} granville st vancouver`
export const linkRequest = (keys: readonly string[], i: number): string =>
  textOf({ path: `${LINKS}?address=${encodeURIComponent(addressOf(i))}`, key: pick(keys, i) })
