// A page that is still to be written.
import { Page } from '../parts/page.tsx'

export function Project() {
  return <Page title="Project">…</Page>
}
