// The header of visitors' pages and the footer of every page.
import { useLocation } from 'preact-iso'
import { hadSession, useCurrentUser } from '../api/current-user.tsx'
import { text } from '../language/shared-text.ts'
import { Attributions } from './attributions.tsx'
import { Brand, SkipLink } from './brand.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { SearchButton } from './search-button.tsx'

function Link({ href, label }: { href: string; label: string }) {
  const { path } = useLocation()
  const isCurrent = path === href || path.startsWith(`${href}/`)
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      {label}
    </a>
  )
}

export function Header() {
  const { session } = useCurrentUser()
  // Known from the start, so that the header keeps its height.
  const isVisitor = session === undefined ? !hadSession() : session === null
  return (
    <header class="top">
      <SkipLink />
      <nav aria-label={text.mainNavigation}>
        <Brand />
        <Link href="/playground" label={text.playground} />
        <Link href="/explore" label={text.explore} />
        <Link href="/plans" label={text.plans} />
        <a href="/docs">{text.docs}</a>
        <div class="right">
          <SearchButton look="plain small" />
          <LanguageSwitch />
          {isVisitor && (
            <>
              <a href="/sign-in?return_to=/account">{text.signIn}</a>
              <a class="button" href="/sign-up">
                {text.getKey}
              </a>
            </>
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
