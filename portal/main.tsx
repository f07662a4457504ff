// The portal's entry point: the page frame and the routes.
import { render } from 'preact'
import { ErrorBoundary, LocationProvider, Route, Router } from 'preact-iso'
import { CurrentUserProvider } from './api/current-user.tsx'
import { removeLanguageFromUrl } from './language-switch.tsx'
import * as pages from './pages.ts'
import { NotFound } from './parts/page-layout.tsx'
import { Footer, Header } from './shell.tsx'

/** Other links, such as the API reference and the sign-in form, load from the server. */
const CUSTOMER_PATHS = /^\/($|\?|#|(playground|explore|buildings|coverage|plans|account|sign-up)([/?#]|$))/
const DESK_PATHS = /^\/desk([/?#]|$)/
/** The desk is English only, so going there or leaving it loads a page in the other language. */
const PORTAL_PATHS = DESK_PATHS.test(location.pathname) ? DESK_PATHS : CUSTOMER_PATHS

removeLanguageFromUrl()

function Portal() {
  return (
    <LocationProvider scope={PORTAL_PATHS}>
      <CurrentUserProvider>
        <Header />
        <ErrorBoundary>
          <Router>
            <Route path="/" component={pages.Home} />
            <Route path="/sign-up" component={pages.SignUp} />
            <Route path="/playground" component={pages.Playground} />
            <Route path="/explore" component={pages.Explore} />
            <Route path="/explore/:id" component={pages.Project} />
            <Route path="/buildings/:id" component={pages.Building} />
            <Route path="/coverage" component={pages.Coverage} />
            <Route path="/plans" component={pages.Plans} />
            <Route path="/account/:tab?/:id?" component={pages.Account} />
            <Route path="/desk/:tab?/:id?/:part?" component={pages.Desk} />
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
        <Footer />
      </CurrentUserProvider>
    </LocationProvider>
  )
}

render(<Portal />, document.getElementById('portal')!)
