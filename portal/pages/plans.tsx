// A page that is still to be written.
import { Page } from '../parts/page.tsx'

export function Plans() {
  return <Page title="Plans">…</Page>
}
