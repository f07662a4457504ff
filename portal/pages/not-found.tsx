// A path of ours that leads nowhere.
import { Page } from '../parts/page.tsx'
import { text } from '../text/frame.ts'

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
