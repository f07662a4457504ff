// The account: one page per tab for signed-in users, a sign-in prompt for visitors.
import './page.css'
import type { ComponentType } from 'preact'
import { ErrorBoundary, lazy, useLocation, useRoute } from 'preact-iso'
import { useCurrentUser } from '../../api/current-user.tsx'
import { Loading } from '../../parts/notice.tsx'
import { NotFound, PageLayout } from '../../parts/page-layout.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { Applications } from './applications/page.tsx'
import { Audit } from './audit/page.tsx'
import { Keys } from './keys/page.tsx'
import { Logs } from './logs/page.tsx'
import { Overview } from './overview/page.tsx'
import type { AccountPageProps } from './parts/account-page-props.ts'
import { People } from './people/page.tsx'
import { PlanTab } from './plan/page.tsx'
import { Security } from './security/page.tsx'
import { text } from './text.ts'
import { Usage } from './usage/page.tsx'
import { Delivery } from './webhooks/delivery.tsx'
import { Endpoint } from './webhooks/endpoint.tsx'
import { Endpoints } from './webhooks/page.tsx'

type TabName = keyof typeof text.tabs

const Listings = lazy(() => import('./listings/page.tsx').then((page) => page.Listings))
const OneListing = lazy(() => import('./listings/listing.tsx').then((page) => page.OneListing))
const NeedsReview = lazy(() => import('./listings/review.tsx').then((page) => page.NeedsReview))
const Duplicates = lazy(() => import('./listings/duplicates.tsx').then((page) => page.Duplicates))
const Homes = lazy(() => import('./homes/page.tsx').then((page) => page.Homes))
const OneHome = lazy(() => import('./homes/home.tsx').then((page) => page.OneHome))
const Feeds = lazy(() => import('./feeds/page.tsx').then((page) => page.Feeds))
const OneFeed = lazy(() => import('./feeds/feed.tsx').then((page) => page.OneFeed))
const NewFeed = lazy(() => import('./feeds/new-feed.tsx').then((page) => page.NewFeed))
const LoadListings = lazy(() => import('./listings/load-listings.tsx').then((page) => page.LoadListings))

const TABS: Readonly<Record<TabName, ComponentType<AccountPageProps>>> = {
  overview: Overview,
  listings: Listings,
  keys: Keys,
  applications: Applications,
  usage: Usage,
  logs: Logs,
  plan: PlanTab,
  webhooks: Endpoints,
  people: People,
  audit: Audit,
  security: Security,
}

interface SubPage {
  readonly title: string
  readonly tab: TabName
  readonly content: ComponentType<AccountPageProps>
}

/** Other pages of a tab, at `/account/{name}`. */
const PAGES: Readonly<Record<string, SubPage>> = {
  'needs-review': { title: text.review, tab: 'listings', content: NeedsReview },
  homes: { title: text.homes, tab: 'listings', content: Homes },
  duplicates: { title: text.duplicates, tab: 'listings', content: Duplicates },
  feeds: { title: text.feeds, tab: 'listings', content: Feeds },
  'new-feed': { title: text.newFeed, tab: 'listings', content: NewFeed },
  'load-listings': { title: text.loadListings, tab: 'listings', content: LoadListings },
}

/** Pages of one record, at `/account/{name}/{id}`. */
const RECORDS: Readonly<Record<string, SubPage>> = {
  listings: { title: text.listing, tab: 'listings', content: OneListing },
  homes: { title: text.home, tab: 'listings', content: OneHome },
  feeds: { title: text.feed, tab: 'listings', content: OneFeed },
  webhooks: { title: text.endpoint, tab: 'webhooks', content: Endpoint },
  deliveries: { title: text.delivery, tab: 'webhooks', content: Delivery },
}

const titles: Readonly<Partial<Record<TabName, string>>> = text.titles

const hrefOf = (tab: string) => (tab === 'overview' ? '/account' : `/account/${tab}`)

function SignInPrompt() {
  const { path } = useLocation()
  return (
    <PageLayout title={text.account} narrow>
      <p class="lead">{text.signInLead}</p>
      <div class="row">
        <a class="button" href={`/sign-in?return_to=${encodeURIComponent(path)}`}>
          {text.signIn}
        </a>
        <a class="button second" href="/sign-up">
          {text.signUp}
        </a>
      </div>
    </PageLayout>
  )
}

/** Undefined for the first page of a tab, false for an unknown page. */
function findSubPage(name: string, id: string | undefined): SubPage | undefined | false {
  if (id === undefined) return Object.hasOwn(PAGES, name) ? PAGES[name] : undefined
  return Object.hasOwn(RECORDS, name) && RECORDS[name]!
}

export function Account() {
  const { session } = useCurrentUser()
  const { tab = 'overview', id } = useRoute().params
  if (session === undefined)
    return (
      <PageLayout title={text.account}>
        <Loading />
      </PageLayout>
    )
  if (session === null) return <SignInPrompt />
  const subPage = findSubPage(tab, id)
  const name = subPage ? subPage.tab : (tab as TabName)
  if (subPage === false || !Object.hasOwn(TABS, name)) return <NotFound />
  const Content = subPage ? subPage.content : TABS[name]
  const tabs = Object.entries(text.tabs).map(([each, label]) => ({ href: hrefOf(each), label }))
  return (
    <PageLayout title={subPage ? subPage.title : (titles[name] ?? text.tabs[name])}>
      <Tabs label={text.account} tabs={tabs} current={hrefOf(name)} />
      {session.account_role === 'viewer' && <p class="notice">{text.viewer}</p>}
      <div class="account">
        <ErrorBoundary>
          <Content key={`${tab}/${id}`} session={session} id={id ?? ''} />
        </ErrorBoundary>
      </div>
    </PageLayout>
  )
}
