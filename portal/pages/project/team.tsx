// The project's team and amenities.
import type { Project } from '../../../src/http/api-types.ts'
import { Badge } from '../../parts/badge.tsx'
import { wordFor } from '../../parts/enum-words.ts'
import { humanize } from '../../parts/format.ts'
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
  return (
    <dl class="card">
      {rows.map(([role, name]) => (
        <>
          <dt>{role}</dt>
          <dd>{name}</dd>
        </>
      ))}
    </dl>
  )
}

export function Amenities({ amenities }: { amenities: readonly string[] }) {
  return (
    <p class="row">
      {amenities.map((amenity) => (
        <Badge key={amenity} tone="stone">
          {humanize(amenity)}
        </Badge>
      ))}
    </p>
  )
}
