// Errors in French: every text that customers can see has a translation that fits.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCOPE_DESCRIPTIONS } from '../../src/access/oauth/scope-descriptions.ts'
import { FEATURES, PLANS } from '../../src/access/rights/plans.ts'
import { FEED_PROBLEMS_FR, feedProblemText } from '../../src/http/french/feed-problems-fr.ts'
import { REASONS_FR, reasonText } from '../../src/http/french/reasons-fr.ts'
import { FRENCH, translate } from '../../src/http/french/translate.ts'
import { say, sentences, term } from '../../src/kernel/phrase.ts'
import { customerTexts, textsOf } from '../support/customer-text.ts'
import { emailsTo, newOwner, PASSWORD } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

/** Sentences in the same files that are not errors. */
const NOT_ERRORS = [
  /^No match is not an error/,
  /^All other fields except `unit` are ignored/,
  /^(Base URL: |Responses are |If there is no match, |Text in responses )/,
  /^(The run was stopped|Another process has the lease|The feed was changed or deleted)\.$/,
  /^Plinth (finds|trouve) |JavaScript/,
  /^is not$/,
  /^$/,
  // A warning in a cached response: English, with a code to translate.
  /^No project has \{0\} /,
]

const texts = customerTexts().filter(
  ({ file, template }) => file !== 'kernel/settings.ts' && !NOT_ERRORS.some((pattern) => pattern.test(template)),
)
const hasWords = (template: string) => /\p{L}/u.test(template.replaceAll(/\{\d\}/g, ''))

describe('the texts of errors', () => {
  it('are phrases, so that their values can be put into another language', () => {
    expect(texts.length).toBeGreaterThan(150)
    expect(texts.filter(({ translatable }) => !translatable)).toEqual([])
  })

  it('all have a row in French', () => {
    const missing = texts.filter(({ template }) => hasWords(template) && !Object.hasOwn(FRENCH, template))
    expect(missing.map(({ file, template }) => `${file}: ${template}`)).toEqual([])
  })

  it('are checked: an untagged template and a sentence without a row are found', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is source code
    const source = "throw new Fault('a', { detail: `Key ${id} is gone.` }); refuse('Nothing like this exists.')"
    expect(textsOf(source, 'http/api/keys.ts')).toEqual([
      { file: 'http/api/keys.ts', template: 'Key {0} is gone.', translatable: false },
      { file: 'http/api/keys.ts', template: 'Nothing like this exists.', translatable: true },
    ])
  })

  it('name plans, features and scopes in French', () => {
    const words = [...PLANS, ...Object.values(FEATURES).map(({ opens }) => opens), ...Object.values(SCOPE_DESCRIPTIONS)]
    expect(words.filter((word) => !Object.hasOwn(FRENCH, word))).toEqual([])
  })
})

describe('translate', () => {
  const plans = say`The ${term('starter')} plan does not include ${term('unit rows')}. Upgrade to ${['pro', 'elite'].map(term)}.`

  it('puts values in their French places and translates words of ours', () => {
    expect(String(plans)).toBe('The starter plan does not include unit rows. Upgrade to pro, elite.')
    expect(translate(plans, 'en')).toBe(String(plans))
    expect(translate(plans, 'fr')).toBe(
      'Le forfait Démarrage ne comprend pas cette fonction\u00a0: liste des unités. Passez à l’un de ces forfaits\u00a0: Pro, Élite.',
    )
  })

  it('leaves values from a request as they are', () => {
    expect(translate(say`There is no project "${'The body {0} : pro'}".`, 'fr')).toBe(
      'Le projet «\u00a0The body {0} : pro\u00a0» n’existe pas.',
    )
  })

  it('joins sentences, and leaves a text without a row in English', () => {
    expect(translate(sentences(['The body took more than 30 s to arrive.', 'A new sentence.']), 'fr')).toBe(
      'Le corps a mis plus de 30 s à arriver. A new sentence.',
    )
    expect(JSON.stringify({ text: sentences(['One.', 'Two.']) })).toBe('{"text":"One. Two."}')
  })
})

describe('the reasons of the matcher', () => {
  it('all have a row in French', () => {
    const files = [
      'packages/matcher/src/decide/reason.ts',
      'packages/matcher/src/decide/too-long.ts',
      'src/links/links.ts',
      'src/links/rejections.ts',
    ]
    const found = files.flatMap((file) => textsOf(readFileSync(file, 'utf8'), file))
    // The summary of a verified link has both languages.
    const reasons = found.filter(({ template }) => !/^(A person|Une personne|The matcher returned) /.test(template))
    expect(reasons.length).toBeGreaterThan(12)
    expect(reasons.filter(({ template }) => !Object.hasOwn(REASONS_FR, template))).toEqual([])
  })

  it('keep their values', () => {
    const detail = 'No building is on a street called "$& {0}" there.'
    expect(reasonText(detail, 'fr')).toBe('Aucun immeuble ne s’y trouve dans une rue appelée «\u00a0$& {0}\u00a0».')
    expect(reasonText(detail, 'en')).toBe(detail)
    expect(reasonText('A new sentence.', 'fr')).toBe('A new sentence.')
  })
})

describe('the problems of feeds', () => {
  /** Sentences of these files that are no problems, or that are put together from parts. */
  const OTHERS = [/^\{0\}\.?$/, /\{1?0?\}$/, /^(The run|Another process|The feed|The line is|The row has)/]

  it('all have a row in French', () => {
    const files = ['feed-connection', 'read-file', 'read/file-records', 'read/reso-page'].map(
      (name) => `feeds/${name}.ts`,
    )
    const found = files.flatMap((file) => textsOf(readFileSync(`src/${file}`, 'utf8'), file))
    const sentences = found.map(({ template }) => template).filter((text) => !OTHERS.some((other) => other.test(text)))
    expect(sentences.length).toBeGreaterThan(15)
    const rows = Object.keys(FEED_PROBLEMS_FR)
    const known = (text: string) => rows.some((row) => row.includes(text) || row === `${text}.`)
    expect(sentences.filter((text) => !known(text) && !known(text.replaceAll('{0}', 'a page of HTML or XML')))).toEqual(
      [],
    )
  })

  it('keep their values, and the longer sentence wins', () => {
    expect(feedProblemText('Line 7: the file ends in the middle of a row. Nothing was marked gone.', 'fr')).toMatch(
      /^Ligne 7.: le fichier/,
    )
    expect(feedProblemText('The server responded with 404. Check the URL and the resource.', 'fr')).toBe(
      'Le serveur a répondu 404. Vérifiez l’URL et la ressource.',
    )
    expect(feedProblemText('The server responded with 500.', 'fr')).toBe('Le serveur a répondu 500.')
  })
})

describe('a response', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())

  const get = (path: string, language?: string) =>
    server.get(path, server.keys.sandbox, language === undefined ? {} : { 'accept-language': language })

  it('has its problem in the language of Accept-Language, with the same codes', async () => {
    const path = '/api/v1/projects?limit=0&city=Vancouver'
    const [english, french] = await Promise.all([get(path, 'de, en;q=0.5'), get(path, 'fr-CA, en;q=0.8')])
    expect(english.headers.get('content-language')).toBe('en')
    expect(french.headers.get('content-language')).toBe('fr')
    for (const { headers } of [english, french]) expect(headers.get('vary')).toContain('Accept-Language')
    expect(english.body).toMatchObject({
      title: 'A parameter has an invalid value',
      detail: 'Parameter "limit" must be a whole number from 1 to 200; got "0".',
    })
    const detail =
      'Le paramètre «\u00a0limit\u00a0» doit être un nombre entier de 1 à 200; reçu\u00a0: «\u00a00\u00a0».'
    expect(french.body).toMatchObject({
      title: 'La valeur d’un paramètre n’est pas valide',
      detail,
      code: english.body.code,
      status: 400,
      errors: [{ parameter: 'limit', code: 'invalid_parameter', message: detail }],
    })
  })

  it('is in English by default', async () => {
    const { headers, body } = await get('/api/v1/projects/nowhere')
    expect(headers.get('content-language')).toBe('en')
    expect(body).toMatchObject({ title: 'Project not found', detail: 'There is no project "nowhere".' })
  })

  it('says in French why there is no match, and what a plan includes', async () => {
    const miss = await get('/api/v1/building-links?address=hello+world', 'fr')
    expect(miss.headers.get('content-language')).toBe('fr')
    expect(miss.body.meta).toMatchObject({
      reason: 'no_civic_number',
      reason_detail: 'Le texte n’a pas de numéro civique à côté d’un nom de rue.',
    })
    const dataset = await get('/api/v1/dataset', 'fr')
    expect(dataset.headers.get('content-language')).toBe('fr')
    expect(dataset.body.data.about).toMatch(/^Données du bac à sable, pour les essais\u00a0: 15 projets avec/)
    const plans = await get('/api/v1/plans', 'fr')
    expect(plans.headers.get('vary')).toContain('Accept-Language')
    expect(plans.body.data.features).toContainEqual({ name: 'units', opens: 'liste des unités' })
  })

  it('has the errors of a batch in French, too', async () => {
    const response = await fetch(`${server.url}/api/v1/building-links/batch`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.keys.sandbox}`,
        'content-type': 'application/x-ndjson',
        'accept-language': 'fr',
      },
      body: '{"query_id":1}\n{"query_id":2,"address":"1480 Howe St","latitude":"x"}\n[]\n',
    })
    const lines = (await response.text()).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).error.message)).toEqual([
      'Envoyez une adresse, latitude et longitude, ou postal_code.',
      '«\u00a0/latitude\u00a0» doit être un nombre.',
      'Chaque ligne doit être un objet JSON.',
    ])
  })

  it('is a page in French by Accept-Language, the cookie or ?lang=', async () => {
    const pages = [
      await server.get('/sign-in', undefined, { 'accept-language': 'fr-CA' }),
      await server.get('/sign-in', undefined, { cookie: 'plinth_language=fr', 'accept-language': 'en' }),
      await server.get('/sign-in?lang=fr', undefined, { 'accept-language': 'en' }),
    ]
    for (const { text, headers } of pages) {
      expect(headers.get('content-language')).toBe('fr')
      expect(text).toContain('<html lang="fr">')
      expect(text).toContain('Mot de passe oublié?')
    }
    expect((await server.get('/sign-in')).text).toContain('Forgot your password?')
  })

  it('is an error page in French, also for an unknown path and a code', async () => {
    const missing = await server.get('/nowhere', undefined, { accept: 'text/html', 'accept-language': 'fr' })
    expect(missing.status).toBe(404)
    expect(missing.headers.get('content-language')).toBe('fr')
    expect(missing.text).toContain('<html lang="fr">')
    expect(missing.text).toContain('Cette page a besoin de JavaScript.')
    const code = await server.get('/docs/errors/rate_limited', undefined, { 'accept-language': 'fr' })
    expect(code.text).toContain('Trop de requêtes')
    expect(code.text).toContain('Attendez le nombre de secondes')
  })

  it('sends emails in the language of the request', async () => {
    for (const [email, language, subject] of [
      ['ana@example.com', 'en', 'Confirm your email address'],
      ['zoe@example.com', 'fr-CA', 'Confirmez votre adresse courriel'],
    ] as const) {
      await newOwner(server, email, PASSWORD, { 'accept-language': language })
      expect((await emailsTo(server, email))[0]).toContain(`Subject: ${subject}`)
    }
  })
})
