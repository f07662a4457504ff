// A candidate's evidence as a waterfall chart, from zero bits to the score.
import { fill } from '../language/choose-language.ts'
import './waterfall.css'
import type { Evidence } from '../../src/http/api-types.ts'
import { formatBits, text } from './evidence-text.ts'
import { componentLabel, levelLabel } from './level-text.ts'

/** Evidence below this many bits is too small to see as a bar. */
const MIN_VISIBLE_BITS = 0.05
const toneOf = (bits: number) => (Math.abs(bits) < MIN_VISIBLE_BITS ? '' : bits < 0 ? 'bad' : 'good')
const isVisible = ({ bits, query }: Evidence) => Math.abs(bits) >= MIN_VISIBLE_BITS || query !== null

interface Step {
  readonly evidence: Evidence
  readonly from: number
  readonly to: number
}

function stepsOf(evidence: readonly Evidence[]): Step[] {
  let sum = 0
  return evidence.map((item) => {
    const from = sum
    sum += item.bits
    return { evidence: item, from, to: sum }
  })
}

interface Scale {
  readonly low: number
  readonly high: number
}

/** This component compares no values; its level is the number of cities with the street name. */
const FREQUENCY = 'name_frequency'

function Bar({ from, to, scale }: { from: number; to: number; scale: Scale }) {
  const percent = (bits: number) => ((bits - scale.low) / (scale.high - scale.low)) * 100
  const left = percent(Math.min(from, to))
  const width = Math.abs(percent(to) - percent(from))
  const tone = toneOf(to - from)
  return (
    <span class="track" aria-hidden="true">
      <span class="zero" style={{ left: `${percent(0)}%` }} />
      <span class={tone} style={{ left: `${left}%`, width: `${width}%` }} />
    </span>
  )
}

/** The matcher writes `36 storeys` in English. All other values are data. */
function buildingValue(value: string): string {
  const count = /^(\d+) storeys$/.exec(value)?.[1]
  return count === undefined ? value : fill(text.storeys, { count: Number(count) })
}

/** `Street name: same name` above `typed: howe · building: Howe` */
function Compared({ evidence: { component, query, building, level } }: { evidence: Evidence }) {
  const sides =
    component === FREQUENCY
      ? []
      : [
          query !== null && fill(text.query, { value: query }),
          building !== null && fill(text.building, { value: buildingValue(building) }),
        ].filter(Boolean)
  return (
    <span class="anywhere">
      <strong>{componentLabel(component)}</strong> <span class="soft">{levelLabel(component, level)}</span>
      {sides.length > 0 && <span class="block quiet">{sides.join(' · ')}</span>}
    </span>
  )
}

export function Waterfall({ name, evidence }: { name: string; evidence: readonly Evidence[] }) {
  const steps = stepsOf(evidence)
  const heights = [0, ...steps.map(({ to }) => to)]
  const scale = { low: Math.min(...heights), high: Math.max(...heights, Math.min(...heights) + 1) }
  const score = steps.at(-1)?.to ?? 0
  const visible = steps.filter((step) => isVisible(step.evidence))
  const hidden = steps.filter((step) => !visible.includes(step))
  const row = (step: Step) => (
    <li key={step.evidence.component}>
      <Compared evidence={step.evidence} />
      <Bar {...step} scale={scale} />
      <span class={`bits number nowrap ${toneOf(step.evidence.bits)}`}>
        {fill(text.bits, { bits: formatBits(step.evidence.bits) })}
      </span>
    </li>
  )
  return (
    <div class="waterfall">
      <ol class="entries" aria-label={fill(text.waterfall, { name })}>
        {visible.map(row)}
        <li class="sum">
          <strong>{text.score}</strong>
          <Bar from={0} to={score} scale={scale} />
          <span class={`bits number nowrap ${toneOf(score)}`}>{fill(text.bits, { bits: formatBits(score) })}</span>
        </li>
      </ol>
      {hidden.length > 0 && (
        <details>
          <summary class="quiet">{fill(text.notCompared, { count: hidden.length })}</summary>
          <ol class="entries">{hidden.map(row)}</ol>
        </details>
      )}
    </div>
  )
}
