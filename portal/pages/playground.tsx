// A page that is still to be written.
import { Page } from '../parts/page.tsx'

export function Playground() {
  return <Page title="Playground">…</Page>
}
