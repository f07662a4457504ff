// The navigation of signed-in people: a rail beside the page, a drawer on a phone.

import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import './rail.css'
import { useCurrentUser } from '../api/current-user.tsx'
import { useNarrow } from '../api/use-narrow.ts'
import { text as shared } from '../language/shared-text.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Brand, SkipLink } from './brand.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { SearchButton } from './search-button.tsx'
import { currentPage, sectionsFor } from './sections.ts'
import { text } from './text.ts'

function Navigation() {
  const { session } = useCurrentUser()
  const { path } = useLocation()
  const sections = sectionsFor(session)
  const current = currentPage(sections, path)
  return (
    <nav aria-label={shared.mainNavigation}>
      {sections.map(({ name, pages }) => (
        <div key={name}>
          {name !== 'start' && <p id={`section-${name}`}>{text.sections[name]}</p>}
          <ul class="pages" aria-labelledby={name === 'start' ? undefined : `section-${name}`}>
            {pages.map((page) => (
              <li key={page.name}>
                <a href={page.path} aria-current={page === current ? 'page' : undefined}>
                  {text.pages[page.name]}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div class="row">
        <LanguageSwitch />
        <a href="/sign-out">{shared.signOut}</a>
      </div>
    </nav>
  )
}

/** On the sandbox plan there is only test data. */
function ModeSwitch() {
  const { session, isTest, switchMode } = useCurrentUser()
  if (!session) return null
  return (
    <button
      type="button"
      role="switch"
      class="mode second small"
      aria-checked={isTest}
      disabled={session.account.plan === 'sandbox'}
      onClick={() => switchMode(isTest ? 'live' : 'test')}
    >
      {text.testData}
    </button>
  )
}

function Drawer() {
  const [isOpen, setOpen] = useState(false)
  const { url } = useLocation()
  useEffect(() => setOpen(false), [url])
  return (
    <header class="top-bar">
      <SkipLink />
      <Button look="second" label={text.menu} expanded={isOpen} onClick={() => setOpen(true)} />
      <Brand />
      <ModeSwitch />
      {isOpen && (
        <Dialog title={text.menu} className="drawer rail" onClose={() => setOpen(false)}>
          <Button look="second small" label={shared.close} onClick={() => setOpen(false)} />
          <SearchButton />
          <Navigation />
        </Dialog>
      )}
    </header>
  )
}

export function Rail() {
  if (useNarrow()) return <Drawer />
  return (
    <header class="rail">
      <SkipLink />
      <Brand />
      <SearchButton />
      <ModeSwitch />
      <Navigation />
    </header>
  )
}
