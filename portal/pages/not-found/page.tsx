// The page for unknown paths.
import { PageLayout } from '../../parts/page-layout.tsx'
import { text } from '../../parts/shared-text.ts'

export function NotFound() {
  return (
    <PageLayout title={text.notFound} narrow>
      <p class="lead">{text.notFoundLead}</p>
      <a class="button" href="/">
        {text.home}
      </a>
    </PageLayout>
  )
}
