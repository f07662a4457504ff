// The statements that the licences of the data require.
import { useCurrentUser } from '../api/current-user.tsx'
import { plinth } from '../api/plinth.ts'
import { useLoad } from '../api/use-load.ts'
import { text } from '../language/shared-text.ts'

/** Empty while loading, and for data without required statements. */
export function Attributions() {
  const { session } = useCurrentUser()
  return session === undefined ? null : <Statements key={session?.person.id ?? 'visitor'} />
}

function Statements() {
  const { data } = useLoad('attributions', (signal) => plinth.attributions({ signal }))
  const required = (data?.sources ?? []).filter(({ attribution }) => attribution !== null)
  if (required.length === 0) return null
  return (
    <section aria-label={text.attributions}>
      <ul class="attributions">
        {required.map(({ name, attribution, licence, licence_url }) => (
          <li key={name}>
            {attribution} {licence_url && <a href={licence_url}>{licence}</a>}
          </li>
        ))}
      </ul>
    </section>
  )
}
