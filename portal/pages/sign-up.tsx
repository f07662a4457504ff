// A page that is still to be written.
import { Page } from '../parts/page.tsx'

export function SignUp() {
  return <Page title="SignUp">…</Page>
}
