// A page that is still to be written.
import { Page } from '../parts/page.tsx'

export function Account() {
  return <Page title="Account">…</Page>
}
