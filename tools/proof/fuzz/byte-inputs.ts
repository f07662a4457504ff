// Byte-level inputs: requests that no HTTP client would send (data/bytes.json).
import type { Random } from '../../shared/random.ts'
import BYTES from './data/bytes.json' with { type: 'json' }
import type { ByteInput } from './input.ts'
import { BAD_UTF8 } from './mutate.ts'
import type { Surroundings } from './surroundings.ts'

/** `«a|b»` is one of the texts, `a×300` the text so many times, `«path»` a path. */
function fill(template: string, dice: Random): string {
  return template.replaceAll(/«([^»]*)»/g, (_, choices: string) => {
    const text = dice.pick(choices === 'path' ? BYTES.paths : choices.split('|'))
    const [, part, times] = /^(.*)×(\d+)$/s.exec(text) ?? []
    if (part !== undefined) return part.repeat(Number(times))
    const count = Number(/^numbered (\d+)$/.exec(text)?.[1] ?? 0)
    return count === 0 ? text : Array.from({ length: count }, (_, i) => `X-${i}: ${i}`).join('\r\n')
  })
}

/** Each has parts that are chosen. */
export const wholeCount = 4 * BYTES.whole.length

export const wholeInput = (n: number, dice: Random): ByteInput => ({
  kind: 'bytes',
  bytes: Buffer.from(fill(BYTES.whole[n % BYTES.whole.length]!, dice), 'latin1'),
})

export function byteInput(dice: Random, world: Surroundings): ByteInput {
  const end = dice.chance(0.85) ? '\r\n' : dice.pick(['\n', '\r', '\n\r', '\r\r\n', ''])
  const lines = [fill(dice.pick(BYTES.requestLines), dice)]
  if (dice.chance(0.8)) lines.push('Host: localhost')
  if (dice.chance(0.3)) lines.push(...world.authorization('elite', dice).map((pair) => pair.join(': ')))
  for (let i = dice.below(4); i > 0; i--) lines.push(fill(dice.pick(BYTES.headers), dice))
  let text = `${lines.join(end)}${end}${end}${dice.chance(0.5) ? fill(dice.pick(BYTES.bodies), dice) : ''}`
  if (dice.chance(0.1)) text = fill(dice.pick(BYTES.whole), dice)
  if (dice.chance(0.15)) text = text.slice(0, dice.below(text.length + 1))
  let bytes = Buffer.from(text, 'latin1')
  if (dice.chance(0.2)) bytes = flip(bytes, dice)
  if (dice.chance(0.1)) {
    const at = dice.below(bytes.length + 1)
    bytes = Buffer.concat([bytes.subarray(0, at), dice.pick(BAD_UTF8), bytes.subarray(at)])
  }
  return { kind: 'bytes', bytes }
}

function flip(bytes: Buffer, dice: Random): Buffer<ArrayBuffer> {
  const changed = Buffer.from(bytes)
  for (let i = dice.between(1, 5); i > 0 && changed.length > 0; i--)
    changed[dice.below(changed.length)] = dice.below(256)
  return changed
}
