// The portal's French text: complete, typeset as Canadian French, with the same values as English.
import { describe, expect, it } from 'vitest'
import { LOCATION_WEIGHTS } from '../../src/links/location-model.ts'
import type { Text } from '../support/portal-text.ts'
import { portalTexts } from '../support/portal-text.ts'

const texts = await portalTexts()
const render = (text: Text, ...values: readonly unknown[]) =>
  String(typeof text === 'function' ? text(...values) : text)
const NBSP = '\u00a0'

/** Proper names, formats and addresses. */
const SAME_IN_BOTH = /^(RESO Web API|OAuth 2\.0|OpenAPI|Plinth)$|\d.*\b(howe|King|Dundas|Canadiens|Jarvis|Howe)\b/

/** The values that a function's English text shows. */
function shownValues(text: Text): string[] {
  const values = ['7101', '7202', '7303', '7404', '7505']
  const shown = render(text, ...values).replaceAll(/[\s,]/g, '')
  return values.filter((value) => shown.includes(value))
}

describe('French text of the portal', () => {
  it('exists for every English text', () => {
    expect(texts.length).toBeGreaterThan(700)
    expect(texts.filter(({ en, fr }) => typeof en !== typeof fr || fr === '').map(({ name }) => name)).toEqual(
      texts.filter(({ en }) => en === '').map(({ name }) => name),
    )
  })

  it('is not the English sentence', () => {
    const same = texts.filter(({ en, fr }) => {
      const english = render(en, 7, 7, 7, 7, 7)
      return english === render(fr, 7, 7, 7, 7, 7) && english.split(' ').length > 2 && !SAME_IN_BOTH.test(english)
    })
    expect(same.map(({ name, en }) => `${name}: ${render(en, 7, 7, 7, 7, 7)}`)).toEqual([])
  })

  it('shows every value that the English text shows', () => {
    const lost = texts.filter(({ en, fr }) => {
      if (typeof en === 'string') return false
      const shown = render(fr, '7101', '7202', '7303', '7404', '7505').replaceAll(/\s/g, '')
      return shownValues(en).some((value) => !shown.includes(value))
    })
    expect(lost.map(({ name }) => name)).toEqual([])
  })

  it('has non-breaking spaces, typographic apostrophes and « »', () => {
    const wrong = texts.filter(({ fr }) => {
      // Codes, addresses and OData filters keep their ASCII quotes.
      const text = render(fr, 7, 7, 7, 7, 7).replaceAll(/https?:\S+|eq '\w+'/g, '')
      return /(?<! )[ \n][:;?!»%](?![ -])|« |[a-z]'[a-z]|“|”/i.test(text) || /[a-zéè]:(\s|$)|«(?!\u00a0)/i.test(text)
    })
    expect(wrong.map(({ name, fr }) => `${name}: ${render(fr, 7, 7, 7, 7, 7).replaceAll(NBSP, '_')}`)).toEqual([])
  })

  it('labels every level of a link by point or postal code', () => {
    const labelled = new Set(texts.map(({ name }) => name.replace(/^evidence\/level-text\.ts \w+\./, '')))
    const { distance: _, ...weights } = LOCATION_WEIGHTS
    for (const [component, levels] of Object.entries(weights))
      for (const name of [component, ...Object.keys(levels).map((level) => `${component}.${level}`)])
        expect(labelled, name).toContain(name)
  })

  it('uses « zéro » as a singular, as French does', () => {
    const rows = texts.find(({ name }) => name === 'csv/text.ts text.rows')!
    expect([0, 1, 2].map((count) => render(rows.en, count))).toEqual(['0 rows', '1 row', '2 rows'])
    expect([0, 1, 2].map((count) => render(rows.fr, count))).toEqual(['0 ligne', '1 ligne', '2 lignes'])
  })
})
