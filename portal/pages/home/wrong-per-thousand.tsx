// How many matches per thousand were wrong, by stated confidence: a chart and a table in one.
import { useState } from 'preact/hooks'
import type { Calibration } from '../../../src/http/api-types.ts'
import { fill } from '../../language/choose-language.ts'
import { formatNumber, formatPercent } from '../../language/format.ts'
import { Choice } from '../../parts/choice.tsx'
import type { Band } from './calibration-bands.ts'
import { ENOUGH, placeOf, TICKS, toBands } from './calibration-bands.ts'
import { text } from './text.ts'

type Bin = Calibration['reliability'][number]

const at = (perThousand: number) => `${placeOf(perThousand) * 100}%`
const formatRate = (perThousand: number) => formatNumber(Number(perThousand.toPrecision(2)))

function bandLabel({ from, to }: Band): string {
  if (from === 0) return fill(text.below, { share: formatPercent(to) })
  return to === 1
    ? fill(text.atLeast, { share: formatPercent(from) })
    : fill(text.between, { from: formatPercent(from), to: formatPercent(to) })
}

function Track({ band: { stated, wrong, low, high } }: { band: Band }) {
  return (
    <span class="track" aria-hidden="true">
      {TICKS.map((tick) => (
        <span key={tick} class="tick" style={{ left: at(tick) }} />
      ))}
      <span class="interval" style={{ left: at(low), right: `${(1 - placeOf(high)) * 100}%` }} />
      <span class="stated" style={{ left: at(stated) }} />
      <span class={wrong === 0 ? 'measured none' : 'measured'} style={{ left: at(wrong) }} />
    </span>
  )
}

function Scale() {
  return (
    <span class="scale" aria-hidden="true">
      {TICKS.map((tick) => (
        <span key={tick} style={{ left: at(tick) }}>
          {formatNumber(tick)}
        </span>
      ))}
    </span>
  )
}

export function WrongPerThousand({ bins }: { bins: readonly Bin[] }) {
  const inputs = (['hints', 'text'] as const).filter((value) => bins.some((bin) => bin.input === value))
  const [input, setInput] = useState<Bin['input']>(inputs[0] ?? 'text')
  const bands = toBands(bins.filter((bin) => bin.input === input))
  const shown = bands.filter(({ matches }) => matches >= ENOUGH)
  const few = bands.filter(({ matches }) => matches < ENOUGH)
  return (
    <>
      {inputs.length > 1 && (
        <Choice
          label={text.inputs}
          options={inputs.map((value) => ({ value, label: text.input[value] }))}
          value={input}
          onChange={setInput}
        />
      )}
      {shown.length === 0 ? (
        <p>{fill(text.tooFew, { enough: formatNumber(ENOUGH) })}</p>
      ) : (
        <table class="bands">
          <thead>
            <tr>
              <th scope="col">{text.statedConfidence}</th>
              <th scope="col" class="chart">
                {text.perThousand}
                <Scale />
              </th>
              <th scope="col" class="number">
                {text.interval}
              </th>
              <th scope="col" class="number">
                {text.matches}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((band) => (
              <tr key={band.from}>
                <th scope="row">{bandLabel(band)}</th>
                <td class="chart">
                  <Track band={band} />
                  <span class="hidden">
                    {fill(text.rate, { wrong: formatRate(band.wrong), stated: formatRate(band.stated) })}
                  </span>
                </td>
                <td class="number">
                  {formatRate(band.wrong)}{' '}
                  <span class="block quiet">
                    {formatRate(band.low)} – {formatRate(band.high)}
                  </span>
                </td>
                <td class="number">{formatNumber(band.matches)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {shown.length > 0 && few.length > 0 && (
        <p class="quiet">
          {fill(text.notShown, {
            bands: few.map((band) => `${bandLabel(band)} (${formatNumber(band.matches)})`).join(', '),
            enough: formatNumber(ENOUGH),
          })}
        </p>
      )}
    </>
  )
}
