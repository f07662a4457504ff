// The sections and pages of the shell. The server reads the same table.
import data from '../../assets/portal/pages.json' with { type: 'json' }
import type { Session } from '../../src/http/api-types.ts'
import type { text } from './text.ts'

export type PageName = keyof typeof text.pages

export interface PageRow {
  readonly name: PageName
  readonly path: string
  /** The page has records at `{path}/{id}`. */
  readonly records?: boolean
  /** Other paths where this is the current page. */
  readonly also?: readonly string[]
  /** For staff with this role only. */
  readonly role?: string
}

export interface Section {
  readonly name: keyof typeof text.sections | 'start'
  readonly pages: readonly PageRow[]
}

const SECTIONS = data.sections as readonly Section[]

/** An operator may do what a curator may. */
export function sectionsFor(session: Session | null | undefined): readonly Section[] {
  const role = session?.person.role
  const isAllowed = (page: PageRow) => !page.role || role === 'operator' || role === page.role
  return SECTIONS.map(({ name, pages }) => ({ name, pages: pages.filter(isAllowed) })).filter(
    ({ pages }) => pages.length > 0,
  )
}

/** What visitors can use. */
export const VISITOR_PAGES: readonly PageName[] = ['playground', 'explore', 'coverage', 'docs']

export const waysOut = (names: readonly PageName[]): PageRow[] =>
  SECTIONS.flatMap(({ pages }) => pages).filter(({ name }) => names.includes(name))

const withoutId = (path: string) => path.replace('/{id}', '')

/** The page with the longest path that `path` is at or below. */
export function currentPage(sections: readonly Section[], path: string): PageRow | undefined {
  const rows = sections.flatMap(({ pages }) =>
    pages.flatMap((page) => [page.path, ...(page.also ?? [])].map((each) => ({ page, base: withoutId(each) }))),
  )
  return rows
    .filter(({ base }) => path === base || path.startsWith(`${base}/`))
    .sort((a, b) => b.base.length - a.base.length)[0]?.page
}
