// The frame of every page: a rail for signed-in people, a header for visitors, and the footer.
import type { ComponentChildren } from 'preact'
import { useCurrentUser, wasSignedIn } from '../api/current-user.tsx'
import { Footer, Header } from './header.tsx'
import { Rail } from './rail.tsx'

/** The page keeps its place in the tree, so that it does not load again when the session arrives. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { session } = useCurrentUser()
  const isInside = session === undefined ? wasSignedIn() : session !== null
  return (
    <div class={isInside ? 'site shell' : 'site'}>
      {isInside ? <Rail /> : <Header />}
      <div class="content">
        {children}
        <Footer />
      </div>
    </div>
  )
}
