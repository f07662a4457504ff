// Phrases of sources in the other language: deposits, fees, incentives, amenities.
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'

const rows = JSON.parse(readFileSync('assets/texts/phrases.json', 'utf8')) as [string, string][]

async function phraseIn(lang: 'en' | 'fr'): Promise<(written: string) => string> {
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { lang } })
  const { phraseInPageLanguage } = await import('../../portal/language/phrases.ts')
  return (written) => phraseInPageLanguage(written).replace(/\s/g, ' ')
}

afterEach(() => vi.unstubAllGlobals())

describe('phrases of sources', () => {
  it.each([
    ['on signing', 'à la signature'],
    ['balance to 5% in 7 days', 'solde jusqu’à 5 % dans 7 jours'],
    ['Development charges capped at $9,000', 'Frais de développement plafonnés à 9 000 $'],
    ['Rooftop terrace', 'Terrasse sur le toit'],
    ['rooftop terrace', 'terrasse sur le toit'],
    ['à la signature', 'à la signature'],
    ['A view of the falls', 'A view of the falls'],
    ['on signing (see the agent)', 'on signing (see the agent)'],
  ])('%s in French: %s', async (written, french) => {
    expect((await phraseIn('fr'))(written)).toBe(french)
  })

  it.each([
    ['solde jusqu’à 5 % dans 30 jours', 'balance to 5% in 30 days'],
    ['Crédit de 10 000 $ à la clôture', 'Credit of $10,000 on closing'],
    ['in 90 days', 'in 90 days'],
  ])('%s in English: %s', async (written, english) => {
    expect((await phraseIn('en'))(written)).toBe(english)
  })

  it('reads every phrase back', async () => {
    const sample = (phrase: string) => phrase.replaceAll('{number}', '12')
    const [french, english] = [await phraseIn('fr'), await phraseIn('en')]
    for (const [en, fr] of rows) {
      expect(french(sample(en))).toBe(sample(fr))
      expect(english(sample(fr))).toBe(sample(en))
    }
  })
})
