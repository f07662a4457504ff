// A page that is still to be written.
import { Page } from '../parts/page.tsx'

export function Desk() {
  return <Page title="Desk">…</Page>
}
