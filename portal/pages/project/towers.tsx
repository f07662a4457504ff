// The project's buildings with their current and past addresses.
import type { Building } from '../../../src/http/api-types.ts'
import { fill } from '../../parts/choose-language.ts'
import { formatDate, formatNumber, NO_VALUE } from '../../parts/format.ts'
import { text } from './text.ts'

function formatValidity(from: string | null, to: string | null): string {
  const parts = [
    from && fill(text.validFrom, { date: formatDate(from) }),
    to && fill(text.validTo, { date: formatDate(to) }),
  ].filter(Boolean)
  return parts.join(' ') || NO_VALUE
}

export function Towers({ buildings, name }: { buildings: readonly Building[]; name: string }) {
  return (
    <div class="towers">
      {buildings.map((building) => (
        <section class="card" key={building.id}>
          <h3>{building.name ?? name}</h3>
          <p class="quiet">
            {fill(text.storeysAndUnits, {
              storeys: formatNumber(building.storeys),
              units: formatNumber(building.units),
            })}
          </p>
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">{text.address}</th>
                  <th scope="col">{text.addressType}</th>
                  <th scope="col">{text.valid}</th>
                </tr>
              </thead>
              <tbody>
                {building.addresses.map(({ line, kind, valid_from, valid_to }) => (
                  <tr key={`${line} ${kind} ${valid_from}`}>
                    <td>{line}</td>
                    <td>{text.addressTypes[kind]}</td>
                    <td>{formatValidity(valid_from, valid_to)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </div>
  )
}
