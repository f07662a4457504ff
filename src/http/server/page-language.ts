// The language of a response: pages honour people's choices, the API only Accept-Language.
import { readCookie } from '../../access/people/cookie.ts'
import { SESSION_COOKIE } from '../../access/people/sessions.ts'
import type { Language } from '../../kernel/language.ts'
import { isLanguage, LANGUAGE_COOKIE, LANGUAGES, preferredLanguage } from '../../kernel/language.ts'
import type { Exchange } from './exchange.ts'
import type { QueryValues } from './input/query-string.ts'
import type { AnyCall } from './route.ts'

type Headers = AnyCall['headers']

const YEAR_SECONDS = 365 * 86_400

/** Takes `lang` out of a page's query, so that every page accepts it. */
export function takeLanguage(values: QueryValues): { readonly values: QueryValues; readonly choice?: Language } {
  if (!Object.hasOwn(values, 'lang')) return { values }
  const { lang, ...rest } = values
  return isLanguage(lang) ? { values: rest, choice: lang } : { values: rest }
}

/** The language of an API response. */
export function languageOf({ headers }: { readonly headers: Headers }): Language {
  return preferredLanguage(textOf(headers['accept-language']))
}

/** The language of a page without looking up the person, for error pages. */
export function anonymousPageLanguage(headers: Headers, choice: Language | undefined): Language {
  return choice ?? cookieLanguage(headers) ?? languageOf({ headers })
}

type PageCall = Pick<AnyCall, 'headers' | 'languageChoice' | 'services'>

/** A session that may have ended. */
export function hasSessionCookie(headers: Headers): boolean {
  return readCookie(textOf(headers.cookie), SESSION_COOKIE) !== undefined
}

/** The language of a page: `?lang=`, then the cookie, then the person's stored choice, then Accept-Language. */
export function pageLanguageOf({ headers, languageChoice, services }: PageCall): Language | Promise<Language> {
  // Only our own pages may change a stored choice: a link from elsewhere sets the cookie.
  if (languageChoice && hasSessionCookie(headers) && isFromOwnPage(headers, services.baseUrl))
    return storeChoice(services, headers, languageChoice).then(() => languageChoice)
  const chosen = languageChoice ?? cookieLanguage(headers)
  if (chosen) return chosen
  if (!hasSessionCookie(headers)) return languageOf({ headers })
  return services.access.sessions.find(textOf(headers.cookie)).then(
    (session) => session?.person.language ?? languageOf({ headers }),
    // A page must load even when the session cannot be checked.
    () => languageOf({ headers }),
  )
}

/** Browsers send Sec-Fetch-Site only to HTTPS and to their own machine. */
function isFromOwnPage(headers: Headers, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? (textOf(headers.referer)?.startsWith(`${baseUrl}/`) ?? false) : site === 'same-origin'
}

/** For the person's other devices and emails. A page must load even when it cannot be stored. */
async function storeChoice(services: PageCall['services'], headers: Headers, language: Language): Promise<void> {
  try {
    const session = await services.access.sessions.find(textOf(headers.cookie))
    if (session && session.person.language !== language)
      await services.access.people.setLanguage(session.person.id, language)
  } catch (error) {
    services.log.warn({ err: error }, 'could not store the language of a person')
  }
}

/** Sets the headers of a page in several languages. Only a translated page has Content-Language. */
export function setPageLanguageHeaders(exchange: Exchange, baseUrl: string): void {
  const { languageChoice, route, url } = exchange
  if (!route?.operation.page) return
  addVary(exchange, 'Accept-Language, Cookie')
  if (languageChoice) exchange.setHeader('set-cookie', languageCookie(languageChoice))
  if (exchange.header('content-language') === undefined) return
  const page = baseUrl + url.split('?')[0]
  const alternates = LANGUAGES.map((language) => `<${page}?lang=${language}>; rel="alternate"; hreflang="${language}"`)
  exchange.setHeader('link', [...alternates, `<${page}>; rel="alternate"; hreflang="x-default"`].join(', '))
}

export function addVary(exchange: Exchange, names: string): void {
  const current = exchange.header('vary')
  exchange.setHeader('vary', current ? `${current}, ${names}` : names)
}

/** Without `Secure`: it holds no secret, and must also work on a server in a local network. */
function languageCookie(language: Language): string {
  return `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`
}

function cookieLanguage(headers: Headers): Language | undefined {
  const value = readCookie(textOf(headers.cookie), LANGUAGE_COOKIE)
  return isLanguage(value) ? value : undefined
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}
