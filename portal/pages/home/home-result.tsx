// A lookup result: the match or the reason for none, with its request and response.
import type { BuildingLink, BuildingLinkAnswer } from '../../../src/http/api-types.ts'
import { curlCommand } from '../../api/curl.ts'
import { inSandbox } from '../../api/sandbox-view.ts'
import { reasonSentence, strategyLabel } from '../../evidence/evidence-text.ts'
import { formatPercent, NO_VALUE } from '../../language/format.ts'
import type { Tone } from '../../parts/badge.tsx'
import { Badge } from '../../parts/badge.tsx'
import { CodeBlock } from '../../parts/copy.tsx'
import { InventedBadge } from '../../parts/invented-badge.tsx'
import { Details } from '../../parts/records.tsx'
import { text } from './text.ts'

const TONES: Readonly<Record<string, Tone>> = { accept: 'good', review: 'warn', reject: 'bad' }

/** Never rounds a probability up to 100%. */
const formatShare = (share: number) => (share > 0.999 && share < 1 ? `> ${formatPercent(0.999)}` : formatPercent(share))

function Bar({ share }: { share: number }) {
  return (
    <span class="bar good">
      <span style={{ width: `${Math.round(share * 100)}%` }} />
    </span>
  )
}

function Match({
  link,
  action,
  first,
  equal,
}: {
  link: BuildingLink
  action: 'accept' | 'review' | 'reject'
  first: boolean
  equal: boolean
}) {
  const coordinates = link.latitude === null ? NO_VALUE : `${link.latitude}, ${link.longitude}`
  return (
    <div class={first ? 'match' : equal ? 'match tile' : 'match sunken after'}>
      <h3>
        {link.invented ? <a href={inSandbox(`/explore/${link.project_id}`)}>{link.project_name}</a> : link.project_name}{' '}
        {first && <Badge tone={TONES[action] ?? 'none'}>{text[action]}</Badge>} <InventedBadge of={link} />
      </h3>
      <Details
        rows={[
          [
            text.confidence,
            <span key="share" class="row">
              <Bar share={link.match_confidence} /> {formatShare(link.match_confidence)}
            </span>,
          ],
          [
            text.address,
            link.invented && link.building_id !== null ? (
              <a href={inSandbox(`/buildings/${link.building_id}`)}>{link.canonical_mls_address}</a>
            ) : (
              link.canonical_mls_address
            ),
          ],
          link.project_address !== link.canonical_mls_address && [text.projectAddress, link.project_address],
          link.unit && [text.unit, link.unit],
          first && [text.method, `${strategyLabel(link.match_strategy)} (${link.match_method})`],
          first && [text.coordinates, coordinates],
        ]}
      />
      {first && link.match_level === 'project' && <p class="quiet">{text.projectOnly}</p>}
    </div>
  )
}

export function HomeResult({ address, answer }: { address: string; answer: BuildingLinkAnswer }) {
  const { data, meta } = answer
  // Equal candidates are drawn the same: none of them is the answer.
  const isAmbiguous = meta.outcome === 'ambiguous'
  const isInSandbox = data.every(({ invented }) => invented)
  return (
    <div class="result beside">
      <div>
        {data.length === 0 && (
          <div class="match">
            <h3>
              {text.noMatch} <Badge tone="bad">{text.reject}</Badge>
            </h3>
            <p>
              {reasonSentence(meta.reason, meta.reason_detail)} <code>{meta.reason}</code>
            </p>
            <p class="quiet">{text.noMatchLead}</p>
          </div>
        )}
        {data.length > 1 && (
          <p class="row">
            {isAmbiguous && <Badge tone="warn">{text.choose}</Badge>}
            <span class="quiet">{text.several}</span>
          </p>
        )}
        {data.map((link, i) => (
          <Match
            key={`${link.project_id} ${link.building_id}`}
            link={link}
            action={meta.recommended_action}
            first={i === 0 && !isAmbiguous}
            equal={isAmbiguous}
          />
        ))}
        <p class="after">
          <a href={inSandbox('/playground', String(new URLSearchParams({ address })))}>{text.why}</a>
        </p>
      </div>
      <div>
        <h4>{text.curl}</h4>
        <CodeBlock>{curlCommand({ address }, location.origin, isInSandbox)}</CodeBlock>
        <h4>{text.json}</h4>
        <CodeBlock>{JSON.stringify(answer, null, 2)}</CodeBlock>
      </div>
    </div>
  )
}
