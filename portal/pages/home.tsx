// A page that is still to be written.
import { Page } from '../parts/page.tsx'

export function Home() {
  return <Page title="Home">…</Page>
}
