// Invented sentences of rental and sale posts, full of numbers that are not addresses.
import type { Random } from '../../shared/random.ts'
import type { Values } from '../../shared/templates.ts'
import { fillTemplate } from '../../shared/templates.ts'
import type { Home } from './case-pool.ts'
import { lineOf } from './case-pool.ts'
import posts from './data/posts.json' with { type: 'json' }

/** Templates; `@` is the address. Titles without one resemble it, such as "2 Bay" or "1 Bedford". */
export const POSTS = posts

const MONTHS = ['January', 'Feb', 'March', 'April', 'May', 'June', 'July', 'Aug', 'September', 'Oct', 'November', 'Dec']

const DRAWN: Values = {
  price: (r) => `$${r.between(1, 4)},${r.between(100, 999)}`,
  month: (r) => r.pick(MONTHS),
  phone: (r) =>
    r.pick([
      `${r.pick(['416', '647', '604', '403', '780', '613'])}-555-${r.between(1000, 9999)}`,
      `(${r.pick(['905', '778', '514'])}) 555 ${r.between(1000, 9999)}`,
      `${r.pick(['416', '604'])}.555.${r.between(1000, 9999)}`,
    ]),
}

/** Also `{price}`, `{month}` and `{phone}` in a template. */
export const fillIn = (template: string, random: Random, values: Values = {}): string =>
  fillTemplate(template, random, { ...DRAWN, ...values })

/** The parts of a home's address as values of a template. */
export const valuesOf = (home: Home, line = lineOf(home)): Record<string, string> => ({
  line,
  nonBreaking: line.replaceAll(' ', '&nbsp;'),
  length: String(line.length),
  number: home.number,
  street: home.street,
  city: home.city,
  province: home.province,
})

/** A post of about the given length; `location` goes somewhere in the middle. */
export function writePost(random: Random, language: 'en' | 'fr', length: number, location: string | null): string {
  let pool: string[] = []
  const sentences: string[] = []
  let size = location?.length ?? 0
  while (size < length) {
    // each sentence occurs once before any occurs again
    if (pool.length === 0) pool = [...(language === 'fr' ? POSTS.french : POSTS.english)]
    const [template] = pool.splice(random.below(pool.length), 1) as [string]
    const next = fillIn(template, random)
    sentences.push(next)
    size += next.length + 1
  }
  if (location !== null) sentences.splice(random.below(sentences.length + 1), 0, location)
  const gap = random.pick([' ', ' ', '\n', '\n\n', ' • '])
  return sentences.join(gap)
}
