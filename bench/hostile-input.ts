// Measures the time of hostile input: a million strings, the slowest, and growth with length.
//   npx tsx bench/hostile-input.ts [count]

import { createMatcher } from '@plinth/matcher'
import { Random } from './seeded-random.ts'
import { syntheticBuildings } from './synthetic-buildings.ts'

const PIECES = [
  '1480 ',
  'Howe ',
  'St ',
  'Ave ',
  'W ',
  'NW ',
  '#',
  '12-',
  '-',
  ' & ',
  ', ',
  'rue ',
  'de la ',
  '10 ',
  '10th ',
  '1re ',
  'PH',
  'Unit ',
  'Toronto ',
  'ON ',
  'M5V 1A1',
  '(',
  ')',
  '|',
  'Queens ',
  'Quay ',
  'The ',
  "O'Connor ",
  'Hwy 7 ',
  'TSCC 2345 ',
  '½',
  'é',
  '\u0000',
  '\u0301',
  '🏙️',
  'x',
  'Lake Shore ',
  '88 ',
  '100 ',
  'King ',
  '/',
  '.',
  "'",
  '&#39;',
  '\\u00e9',
  'Ã©',
  '%20',
  '999999999999',
  'Saint-',
  'Park ',
  'North ',
  'Vancouver ',
  '<td>',
  '&nbsp;',
  '2BR ',
  'twenty ',
  'hundred ',
  'Seattle, WA ',
  'LegionRdN ',
]

function hostileText(random: Random, length: number): string {
  let text = ''
  const few = random.chance(0.3) ? [random.pick(PIECES), random.pick(PIECES)] : PIECES
  while (text.length < length) text += random.pick(few)
  return text.slice(0, length)
}

const count = Number(process.argv[2] ?? 1_000_000)
const matcher = createMatcher(syntheticBuildings(1, 40))
const random = new Random(9)
const times = new Float64Array(count)
let worst = ''
let worstUs = 0
for (let i = 0; i < count; i++) {
  // one in a thousand is as long as a whole post
  const most = i % 1000 === 0 ? 8000 : i % 10 === 0 ? 512 : 120
  const text = hostileText(random, 1 + random.below(most))
  const once = (): number => {
    const started = performance.now()
    matcher.match({ address: text, city: i % 3 === 0 ? 'Toronto' : null })
    return (performance.now() - started) * 1000
  }
  // slow strings run twice more, to rule out pauses of the machine
  let us = once()
  if (us > 400) us = Math.min(us, once(), once())
  times[i] = us
  if (us > worstUs && i > 20_000) {
    worstUs = us
    worst = text
  }
}
times.sort()
const at = (q: number): string => (times[Math.min(count - 1, Math.floor(q * count))] as number).toFixed(1)
console.log(`${count} strings: median ${at(0.5)} µs, p99 ${at(0.99)} µs, p99.9 ${at(0.999)} µs, slowest ${at(1)} µs`)
console.log(`slowest: ${JSON.stringify(worst.slice(0, 100))}`)
for (const length of [64, 128, 256, 512, 1024, 2048, 4096, 8000]) {
  const texts = Array.from({ length: Math.min(2000, Math.ceil(1_000_000 / length)) }, () => hostileText(random, length))
  const started = performance.now()
  for (const address of texts) matcher.match({ address })
  console.log(
    `${String(length).padStart(5)} characters: ${(((performance.now() - started) * 1000) / texts.length).toFixed(1)} µs`,
  )
}
