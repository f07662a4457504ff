// The page that loads a file of listings.
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { useLoad } from '../../../api/use-load.ts'
import { LoadFile } from '../load/load-file.tsx'
import { text } from '../load/text.ts'
import { ListingsSection } from './section.tsx'

export function LoadListings() {
  // Tells whether the plan includes listings before the user chooses a file.
  const counts = useLoad('counts', (signal) => plinth.listings.counts({ signal }))
  return (
    <ListingsSection error={counts.error}>
      <p class="lead">{text.lead}</p>
      <IfMay scope="listings:write">
        <LoadFile />
      </IfMay>
    </ListingsSection>
  )
}
