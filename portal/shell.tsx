// The header and footer of every page.
import { useLocation } from 'preact-iso'
import { useCurrentUser } from './api/current-user.tsx'
import { Attributions } from './attributions.tsx'
import { text } from './language/shared-text.ts'
import { LanguageSwitch } from './language-switch.tsx'

function Link({ href, label }: { href: string; label: string }) {
  const { path } = useLocation()
  const isCurrent = path === href || path.startsWith(`${href}/`)
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      {label}
    </a>
  )
}

function Brand() {
  return (
    <a class="brand" href="/">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="var(--stone)" />
        <path d="M7 25h18v-3H7zm2-4h14v-2H9zm3-3h3V7h-3zm5 0h3v-8h-3z" fill="var(--on-stone)" />
      </svg>
      {text.brand}
    </a>
  )
}

export function Header() {
  const { session } = useCurrentUser()
  return (
    <header class="top">
      <a class="skip" href="#main">
        {text.skip}
      </a>
      <nav aria-label={text.mainNavigation}>
        <Brand />
        <Link href="/playground" label={text.playground} />
        <Link href="/explore" label={text.explore} />
        <Link href="/plans" label={text.plans} />
        <a href="/docs">{text.docs}</a>
        <div class="right">
          <LanguageSwitch />
          {session?.person.role && <Link href="/desk" label={text.desk} />}
          {session && <Link href="/account" label={text.account} />}
          {session && <a href="/sign-out">{text.signOut}</a>}
          {session === null && <a href="/sign-in?return_to=/account">{text.signIn}</a>}
          {session === null && (
            <a class="button" href="/sign-up">
              {text.getKey}
            </a>
          )}
        </div>
      </nav>
    </header>
  )
}

export function Footer() {
  return (
    <footer class="bottom">
      <div>
        <span>{text.tagline}</span>
        <a href="/docs/guides">{text.guides}</a>
        <a href="/docs">{text.reference}</a>
        <a href="/openapi.json">{text.openapi}</a>
        <a href="/coverage">{text.coverage}</a>
        <a href="/status">{text.status}</a>
        <LanguageSwitch />
      </div>
      <Attributions />
    </footer>
  )
}
