// The project's team and amenities.
import type { Project } from '../../../src/http/api-types.ts'
import { wordFor } from '../../language/enum-words.ts'
import { humanize } from '../../language/format.ts'
import { phraseInPageLanguage } from '../../language/phrases.ts'
import { Badge } from '../../parts/badge.tsx'
import { Details } from '../../parts/records.tsx'
import { text } from './text.ts'

export function hasTeam({ developers, architects, interior_designers }: Project): boolean {
  return developers.length + architects.length + interior_designers.length > 0
}

export function Team({ project: { developers, architects, interior_designers } }: { project: Project }) {
  const rows = [
    ...developers.map(({ name, role }) => [wordFor('developerRole', role), name] as const),
    ...(architects.length > 0 ? [[text.architects, architects.join(', ')] as const] : []),
    ...(interior_designers.length > 0 ? [[text.designers, interior_designers.join(', ')] as const] : []),
  ]
  return <Details look="card" rows={rows} />
}

export function Amenities({ amenities }: { amenities: readonly string[] }) {
  return (
    <p class="row">
      {amenities.map((amenity) => (
        <Badge key={amenity} tone="stone">
          {phraseInPageLanguage(humanize(amenity))}
        </Badge>
      ))}
    </p>
  )
}
