// The desk for curators and operators. Each page is loaded when it is opened.
import type { ComponentType } from 'preact'
import { ErrorBoundary, lazy } from 'preact-iso'
import './page.css'
import { useCurrentUser } from '../../api/current-user.tsx'
import { Loading } from '../../parts/notice.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { NotFound } from '../../shell/not-found.tsx'
import { text as names } from '../../shell/text.ts'
import type { DeskPath } from './parts/desk-path.ts'
import { text } from './text.ts'

type Role = 'curator' | 'operator'

const TABS: readonly (readonly [name: string, role: Role, content: ComponentType<DeskPath>])[] = [
  ['review', 'curator', lazy(() => import('./review/page.tsx').then((page) => page.Review))],
  ['joins', 'curator', lazy(() => import('./joins/page.tsx').then((page) => page.Joins))],
  ['ledger', 'curator', lazy(() => import('./ledger/page.tsx').then((page) => page.Ledger))],
  ['projects', 'curator', lazy(() => import('./projects/page.tsx').then((page) => page.Projects))],
  ['imports', 'operator', lazy(() => import('./imports/page.tsx').then((page) => page.Imports))],
  ['sources', 'operator', lazy(() => import('./sources/page.tsx').then((page) => page.Sources))],
  ['accounts', 'operator', lazy(() => import('./accounts/page.tsx').then((page) => page.Accounts))],
  ['emails', 'operator', lazy(() => import('./emails/page.tsx').then((page) => page.Emails))],
  ['audit', 'operator', lazy(() => import('./audit/page.tsx').then((page) => page.Audit))],
]

const titles: Readonly<Record<string, string>> = { ...names.pages, audit: names.pages['desk-audit'] }

export function Desk({ tab = 'review', id, part }: DeskPath & { readonly tab?: string }) {
  const { session } = useCurrentUser()
  if (session === undefined)
    return (
      <PageLayout title={text.title}>
        <Loading />
      </PageLayout>
    )
  const role = session?.person.role
  const allowed = TABS.filter(([, needed]) => role === 'operator' || role === needed)
  const current = allowed.find(([name]) => name === tab)
  if (!current) return <NotFound />
  const [name, , Content] = current
  return (
    <PageLayout title={titles[name]!}>
      <ErrorBoundary>
        <Content key={tab} {...(id === undefined ? {} : { id })} {...(part === undefined ? {} : { part })} />
      </ErrorBoundary>
    </PageLayout>
  )
}
