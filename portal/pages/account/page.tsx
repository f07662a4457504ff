// The account: one page per tab for signed-in users, a sign-in prompt for visitors.
import './page.css'
import type { ComponentType } from 'preact'
import { useLocation, useRoute } from 'preact-iso'
import { useCurrentUser } from '../../api/current-user.tsx'
import { Loading } from '../../parts/notice.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { NotFound } from '../not-found/page.tsx'
import { Applications } from './applications/page.tsx'
import { Audit } from './audit/page.tsx'
import { Keys } from './keys/page.tsx'
import { Overview } from './overview/page.tsx'
import type { AccountPageProps } from './parts/account-page-props.ts'
import { PlanTab } from './plan/page.tsx'
import { Security } from './security/page.tsx'
import { text } from './text.ts'
import { Usage } from './usage/page.tsx'
import { Delivery } from './webhooks/delivery.tsx'
import { Endpoint } from './webhooks/endpoint.tsx'
import { Endpoints } from './webhooks/page.tsx'

type TabName = keyof typeof text.tabs

const TABS: Readonly<Record<TabName, ComponentType<AccountPageProps>>> = {
  overview: Overview,
  keys: Keys,
  applications: Applications,
  usage: Usage,
  plan: PlanTab,
  webhooks: Endpoints,
  audit: Audit,
  security: Security,
}

interface RecordPage {
  readonly title: string
  readonly tab: TabName
  readonly content: ComponentType<AccountPageProps>
}

/** Pages of one record, at `/account/{name}/{id}`. */
const RECORDS: Readonly<Record<string, RecordPage>> = {
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
  const record = id === undefined ? undefined : Object.hasOwn(RECORDS, tab) && RECORDS[tab]
  const name = record ? record.tab : (tab as TabName)
  if (record === false || !Object.hasOwn(TABS, name)) return <NotFound />
  const Content = record ? record.content : TABS[name]
  const tabs = Object.entries(text.tabs).map(([each, label]) => ({ href: hrefOf(each), label }))
  return (
    <PageLayout title={record ? record.title : (titles[name] ?? text.tabs[name])}>
      <Tabs label={text.account} tabs={tabs} current={hrefOf(name)} />
      <div class="account">
        <Content key={`${tab}/${id}`} session={session} id={id ?? ''} />
      </div>
    </PageLayout>
  )
}
