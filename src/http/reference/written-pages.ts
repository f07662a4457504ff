// The written pages of the documentation: Markdown files of docs/, and where each is served.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Language } from '../../kernel/language.ts'

export interface WrittenPage {
  readonly name: string
  readonly title: string
  readonly source: string
  /** Its path below docs/, from which its links start. */
  readonly file: string
  /** English where a page is not translated. */
  readonly language: Language
}

const DOCS = new URL('../../../docs/', import.meta.url)

/** In reading order. The other files of docs/ are for operators and contributors. */
const TOPICS = ['authentication', 'paging', 'limits', 'idempotency', 'versioning', 'going-live', 'changelog'] as const
const SUBJECTS = [
  ...['links', 'why-no-match', 'addresses', 'suggest', 'matching', 'listings', 'feeds', 'webhooks', 'request-log'],
  ...['client', 'mcp', 'ai-coding-tools', 'oauth'],
] as const
const CHANGELOG = '../CHANGELOG.md'

/** Where a file is served; undefined: nowhere. */
export function hrefOf(file: string): string | undefined {
  if (file === CHANGELOG) return '/docs/changelog'
  const [, folder = '', name = ''] = /^(?:(guides|reference)\/)?([\w-]+)\.md$/.exec(file) ?? []
  if (folder === 'guides') return `/docs/guides/${name}`
  if (folder === 'reference') return name === 'overview' ? '/docs' : `/docs/${name}`
  return (SUBJECTS as readonly string[]).includes(name) ? `/docs/${name}` : undefined
}

const cache = new Map<string, readonly WrittenPage[]>()

export function guides(language: Language): readonly WrittenPage[] {
  return cached(`guides ${language}`, () => guideNames().map((name) => readPage(`guides/${name}.md`, language)))
}

/** What holds for all of the API. */
export function topics(language: Language): readonly WrittenPage[] {
  const fileOf = (name: string) => (name === 'changelog' ? CHANGELOG : `reference/${name}.md`)
  return cached(`topics ${language}`, () => TOPICS.map((name) => readPage(fileOf(name), language)))
}

/** One subject each, with all its details. */
export function subjects(language: Language): readonly WrittenPage[] {
  return cached(`subjects ${language}`, () => SUBJECTS.map((name) => readPage(`${name}.md`, language)))
}

const onePage = (name: string) => (language: Language) =>
  cached(`${name} ${language}`, () => [readPage(`reference/${name}.md`, language)])[0]!

/** Texts above the lists of everything, of errors and of events. */
export const overviewTopic = onePage('overview')
export const errorsTopic = onePage('errors')
export const eventsTopic = onePage('events')

/** Read once: the files are part of the release. */
function cached(key: string, read: () => readonly WrittenPage[]): readonly WrittenPage[] {
  const found = cache.get(key) ?? read()
  cache.set(key, found)
  return found
}

function guideNames(): string[] {
  const files = readdirSync(new URL('guides/', DOCS)).filter((file) => file.endsWith('.md'))
  return files.map((file) => file.slice(0, -3)).sort()
}

function readPage(file: string, language: Language): WrittenPage {
  const own = new URL(file, DOCS)
  const name = file.replace(/^.*\/|\.md$/g, '').toLowerCase()
  const translated = new URL(`${language}/${name}.md`, own)
  const isTranslated = language !== 'en' && existsSync(translated)
  const source = readFileSync(isTranslated ? translated : own, 'utf8')
  const title = /^# (.+)$/m.exec(source)![1]!
  return { name, title, source, file, language: isTranslated ? language : 'en' }
}
