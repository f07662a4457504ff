// The frame of every page: a rail for signed-in people, a header for visitors, and the footer.
import type { ComponentChildren } from 'preact'
import { hadSession, useCurrentUser } from '../api/current-user.tsx'
import { isTestMode } from '../api/mode.ts'
import { Footer, Header } from './header.tsx'
import { Rail } from './rail.tsx'
import { SearchDialog } from './search-button.tsx'
import { text } from './text.ts'

/** The page keeps its place in the tree, so that it does not load again when the session arrives. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { session } = useCurrentUser()
  const isInside = session === undefined ? hadSession() : session !== null
  const isTest = isTestMode()
  return (
    <div class={isInside ? 'site shell' : 'site'}>
      {isInside ? <Rail /> : <Header />}
      <div class="content">
        {isInside && isTest && <p class="test-mark">{text.testMark}</p>}
        <div key={isTest ? 'test' : 'live'} class="page">
          {children}
        </div>
        <Footer />
      </div>
      <SearchDialog />
    </div>
  )
}
