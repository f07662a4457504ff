// What `npm run check` finds in the texts of assets/texts and in their uses.
import { describe, expect, it } from 'vitest'
import { LEVEL_LABELS } from '../../portal/evidence/level-labels.ts'
import { LOCATION_WEIGHTS } from '../../src/links/location-model.ts'
import type { Messages } from '../../tools/build/texts/catalogues.ts'
import { messagesOf, problemsOf, readCatalogue } from '../../tools/build/texts/catalogues.ts'
import { unusedOf, unusedTranslations, usesOf } from '../../tools/build/texts/uses.ts'

const catalogue = (messages: Messages, area = 'portal/home') => new Map([[area, messages]])

describe('the check of translations', () => {
  it('reads the catalogues of both languages', () => {
    for (const language of ['en', 'fr'] as const) {
      const messages = [...readCatalogue(language).values()].flatMap((tree) => messagesOf(tree))
      expect(messages.length).toBeGreaterThan(700)
    }
  })

  it.each([
    [{ title: 'Home' }, {}, 'title: no French'],
    [{}, { title: 'Accueil' }, 'title: no English'],
    [{ title: 'Home' }, { title: '' }, 'title: no French'],
    [{ a: { lead: 'Find a building' } }, { a: { lead: 'Find a building' } }, 'a.lead: the French is English'],
    [{ held: '{missing} of {stored}' }, { held: '{missing} sur {total}' }, 'values differ'],
    [{ ask: 'Why?' }, { ask: 'Pourquoi ?' }, 'space before'],
    [{ ask: 'Why?' }, { ask: 'Pourquoi\u00a0?' }, 'space before'],
    [{ ask: 'By:' }, { ask: 'Par :' }, 'no-break space'],
    [{ ask: 'By:' }, { ask: 'Par:' }, 'no-break space'],
    [{ ask: 'Use “#”' }, { ask: 'Utiliser « # »' }, 'no-break space'],
    [{ ask: 'Use “#”' }, { ask: 'Utiliser “#”' }, '« »'],
    [{ floor: 'Floor' }, { floor: "L'étage" }, '’'],
    [{ rows: '{n, plural, one {a} other {b}}' }, { rows: '{n, plurals, one {a} other {b}}' }, 'a brace is not a value'],
  ] as [Messages, Messages, string][])('finds %j | %j', (en, fr, problem) => {
    expect(problemsOf(catalogue(en), catalogue(fr)).join('\n')).toContain(problem)
  })

  it('accepts French as it should be, code, and what only one language has', () => {
    const french = {
      a: 'L’étage\u00a0: «\u00a0{name}\u00a0»?',
      b: "Un filtre, comme `a: 1` ou A eq 'B'; 95\u00a0%",
    }
    expect(problemsOf(catalogue({ a: '{name}', b: 'A filter' }), catalogue(french))).toEqual([])
    expect(problemsOf(catalogue({ title: 'Desk' }, 'portal/desk'), new Map())).toEqual([])
    expect(problemsOf(new Map(), catalogue({ 'No {0}.': 'Pas de {0}.' }, 'errors/input'))).toEqual([])
    expect(problemsOf(new Map(), catalogue({ 'No {0}.': 'Pas de {1}.' }, 'errors/input'))).toHaveLength(1)
  })
})

it('every level of a link by point or postal code has a label', () => {
  const labels = { ...LEVEL_LABELS.fr, ...readCatalogue('fr').get('portal/location-levels') }
  const { distance: _, ...weights } = LOCATION_WEIGHTS
  for (const [component, levels] of Object.entries(weights))
    for (const name of [component, ...Object.keys(levels).map((level) => `${component}.${level}`)])
      expect(labels).toHaveProperty([name])
})

describe('the check of uses', () => {
  const english = catalogue({
    title: 'Home',
    rows: '{count} rows',
    states: { on: 'On', off: 'Off' },
    runs: { title: 'Runs', lead: 'All runs', line: 'line {n}' },
  })
  const module = {
    file: 'portal/pages/home/text.ts',
    source: "import en from '../../../assets/texts/en/portal/home.json'\nexport const text = chooseLanguage({ en })",
  }
  const usesIn = (code: string) =>
    usesOf(
      [module, { file: 'portal/pages/home/page.tsx', source: `import { text } from './text.ts'\n${code}` }],
      english,
    )

  it('finds a message that nothing uses', () => {
    const { used, problems } = usesIn(
      'const words = text.runs\nconst { title } = text\nconst a = (s: string) => [text.states[s], words.lead, title]',
    )
    expect(problems).toEqual([])
    expect(unusedOf(english, used)).toEqual(['rows', 'runs.title', 'runs.line'].map((key) => `portal/home ${key}`))
  })

  it('finds a translation whose English is gone', () => {
    const french = catalogue({ 'No {0} here.': 'Pas de {0} ici.', 'It’s gone.': 'Parti.' }, 'errors/input')
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is source code
    expect(unusedTranslations(french, 'say`No ${what} here.`')).toEqual(['errors/input It’s gone.'])
  })

  it.each([
    ['fill(text.rows, { count })', 0],
    ['fill(text.rows, { rows: 1 })', 1],
    ['fill(text.rows, {})', 1],
    ['fill(text.title, { count })', 1],
    ['fill(a ? text.rows : text.runs.line, { count })', 1],
    ['<p>{text.rows}</p>', 1],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is source code
    ['`${text.runs.line}`', 1],
    ['<p>{text.title}</p>', 0],
  ])('checks the values of %s', (code, count) => {
    expect(usesIn(code).problems).toHaveLength(count)
  })
})
