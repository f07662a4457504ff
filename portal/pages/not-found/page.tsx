// A path of ours that leads nowhere.

import { text } from '../../parts/frame-text.ts'
import { Page } from '../../parts/page.tsx'

export function NotFound() {
  return (
    <Page title={text.notFound} narrow>
      <p class="lead">{text.notFoundLead}</p>
      <a class="button" href="/">
        {text.home}
      </a>
    </Page>
  )
}
