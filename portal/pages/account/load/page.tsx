// The page that loads a file of listings.

import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { ListingsSection } from '../listings/section.tsx'
import { useAccountLoad } from '../parts/use-account.ts'
import { LoadFile } from './load-file.tsx'
import { text } from './text.ts'

export function LoadListings() {
  // Tells whether the plan includes listings before the user chooses a file.
  const counts = useAccountLoad('counts', (signal) => plinth.listings.counts({ signal }))
  return (
    <ListingsSection error={counts.error}>
      <p class="lead">{text.lead}</p>
      <IfMay scope="listings:write">
        <LoadFile />
      </IfMay>
    </ListingsSection>
  )
}
