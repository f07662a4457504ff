// A page that is still to be written.
import { Page } from '../parts/page.tsx'

export function Explore() {
  return <Page title="Explore">…</Page>
}
