// The page for unknown paths: search, and ways out.
import { useCurrentUser } from '../api/current-user.tsx'
import { text as shared } from '../language/shared-text.ts'
import { PageLayout } from '../parts/page-layout.tsx'
import { SearchButton } from './search-button.tsx'
import { VISITOR_PAGES, waysOut } from './sections.ts'
import { text } from './text.ts'

export function NotFound() {
  const { session } = useCurrentUser()
  return (
    <PageLayout title={shared.notFound} narrow>
      <p class="lead">{shared.notFoundLead}</p>
      <p>
        <SearchButton look="" />
      </p>
      <ul class="entries">
        <li>
          <a href="/">{shared.home}</a>
        </li>
        {waysOut(session ? ['overview', ...VISITOR_PAGES] : VISITOR_PAGES).map(({ name, path }) => (
          <li key={name}>
            <a href={path}>{text.pages[name]}</a>
          </li>
        ))}
      </ul>
    </PageLayout>
  )
}
