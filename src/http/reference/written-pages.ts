// The written pages of the documentation: guides and introductory topics, as Markdown files in docs/.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Language } from '../../kernel/language.ts'

export interface WrittenPage {
  readonly name: string
  readonly title: string
  readonly source: string
  /** English where a page is not translated. */
  readonly language: Language
}

/** In reading order. */
const TOPICS = ['authentication', 'paging', 'limits', 'idempotency', 'versioning'] as const

const cache = new Map<string, readonly WrittenPage[]>()

export function guides(language: Language): readonly WrittenPage[] {
  return cached(`guides ${language}`, () => namesIn('guides').map((name) => readPage('guides', name, language)))
}

export function topics(language: Language): readonly WrittenPage[] {
  return cached(`topics ${language}`, () => TOPICS.map((name) => readPage('reference', name, language)))
}

const onePage = (name: string) => (language: Language) =>
  cached(`${name} ${language}`, () => [readPage('reference', name, language)])[0]!

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

const folderOf = (folder: string) => new URL(`../../../docs/${folder}/`, import.meta.url)

function namesIn(folder: string): string[] {
  const files = readdirSync(folderOf(folder)).filter((file) => file.endsWith('.md'))
  return files.map((file) => file.slice(0, -3)).sort()
}

function readPage(folder: string, name: string, language: Language): WrittenPage {
  const translated = new URL(`${language}/${name}.md`, folderOf(folder))
  const isTranslated = language !== 'en' && existsSync(translated)
  const source = readFileSync(isTranslated ? translated : new URL(`${name}.md`, folderOf(folder)), 'utf8')
  const title = /^# (.+)$/m.exec(source)?.[1] ?? name
  return { name, title, source, language: isTranslated ? language : 'en' }
}
