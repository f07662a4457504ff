// The address in its standard form, and how each part was understood.
import { fill } from '../../parts/choose-language.ts'
import './standard-address.css'
import type { Address } from '../../../src/http/api-types.ts'
import type { Tone } from '../../parts/badge.tsx'
import { Badge } from '../../parts/badge.tsx'
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

export function StandardAddress({ address }: { address: Address }) {
  const { standardized, parts } = address
  const notes = notesOf(address)
  return (
    <section class="card standard-address" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p class="line">
        <strong>{standardized.text}</strong>
      </p>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{words.part}</th>
              <th scope="col">{words.value}</th>
              <th scope="col">{words.understood}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ name, value, as_given, understood }) => (
              <tr key={name}>
                <th scope="row">{words.parts[name]}</th>
                <td>{value}</td>
                <td>
                  <Badge tone={TONES[understood] ?? 'none'}>{words.states[understood]}</Badge>{' '}
                  {understood === 'corrected' && as_given && (
                    <span class="quiet">{fill(words.typed, { value: as_given })}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
