// The address in its standard form, and how each part was understood.
import type { Address } from '../../../src/http/api-types.ts'
import { fill } from '../../language/choose-language.ts'
import type { Tone } from '../../parts/badge.tsx'
import { Badge } from '../../parts/badge.tsx'
import type { Column } from '../../tables/data-table.tsx'
import { PlainTable } from '../../tables/data-table.tsx'
import { text } from './text.ts'

const words = text.standard

const TONES: Readonly<Record<string, Tone>> = { given: 'good', corrected: 'warn', inferred: 'none', unknown: 'bad' }

function describeNumbers({ from, to }: { from: number; to: number }): string {
  return from === to ? fill(words.oneNumber, { number: from }) : fill(words.numbers, { from, to })
}

/** What is known about the street, the city and the postal code, as sentences. */
function notesOf({ street, municipality, unit, postal_code: postal, point }: Address): string[] {
  const numbers = street.numbers && describeNumbers(street.numbers)
  const place = municipality && [municipality.district, municipality.name, municipality.part_of].filter(Boolean)
  return [
    street.name === null ? null : street.known ? (numbers ?? words.streetKnown) : words.streetUnknown,
    place && place.length > 1 ? fill(words.place, { places: place.join(' · ') }) : null,
    unit && fill(words.unit, { kind: words.unitKinds[unit.kind], value: unit.value }),
    postal && !postal.valid ? fill(words.postalInvalid, { code: postal.given }) : null,
    postal?.fits === false ? fill(words.postalElsewhere, { code: postal.given }) : null,
    point &&
      fill(words.point, { accuracy: words.accuracy[point.accuracy], point: `${point.latitude}, ${point.longitude}` }),
  ].filter((note) => note !== null)
}

const COLUMNS: readonly Column<Address['parts'][number]>[] = [
  { key: 'part', title: words.part, heading: true, cell: ({ name }) => words.parts[name] },
  { key: 'value', title: words.value, cell: ({ value }) => value },
  {
    key: 'understood',
    title: words.understood,
    cell: ({ understood, as_given }) => (
      <>
        <Badge tone={TONES[understood] ?? 'none'}>{words.states[understood]}</Badge>{' '}
        {understood === 'corrected' && as_given && <span class="quiet">{fill(words.typed, { value: as_given })}</span>}
      </>
    ),
  },
]

export function StandardAddress({ address }: { address: Address }) {
  const { standardized, parts } = address
  const notes = notesOf(address)
  return (
    <section class="card" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p>
        <strong>{standardized.text}</strong>
      </p>
      <PlainTable label={words.part} columns={COLUMNS} rows={parts} />
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
