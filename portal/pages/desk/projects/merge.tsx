// Merging: choose the project that stays, see what will happen, be asked twice.

import { useId, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { DeskProject, DeskProjectItem, MergePreview } from '../../../../src/contract/api-types.ts'
import { useLoad } from '../../../api/use-load.ts'
import { Badge } from '../../../parts/badge.tsx'
import type { Column } from '../../../parts/data-table.tsx'
import { humanize } from '../../../parts/format.ts'
import { WhenLoaded } from '../../../parts/notice.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { describeValue } from './describe-change.ts'
import { ProjectFinder } from './project-search.tsx'
import { mergeProject, previewMerge, readProject } from './projects-api.ts'
import { text } from './text.ts'

const words = text.merge

export function Merge({ id }: { readonly id: string }) {
  const found = useLoad(id, (signal) => readProject(id, signal))
  const [into, setInto] = useState<number>()
  return (
    <WhenLoaded result={found} lines={6}>
      {(project) => (
        <>
          <p>
            <a href={`/desk/projects/${id}`}>← {project.name}</a>
          </p>
          <h2>{words.title(project.name)}</h2>
          {into === undefined ? (
            <Choice project={project} onChoose={setInto} />
          ) : (
            <Preview key={into} from={project} into={into} onOther={() => setInto(undefined)} />
          )}
        </>
      )}
    </WhenLoaded>
  )
}

function Choice({ project, onChoose }: { project: DeskProject; onChoose: (id: number) => void }) {
  const columns: readonly Column<DeskProjectItem>[] = [
    { key: 'id', title: text.columns.id, number: true, cell: ({ id }) => id },
    { key: 'name', title: text.columns.name, cell: ({ name }) => name },
    { key: 'address', title: text.columns.address, cell: ({ address }) => address },
    { key: 'status', title: text.columns.status, cell: ({ status }) => humanize(status) },
    {
      key: 'choose',
      title: words.choose,
      cell: ({ id, name }) => (
        <button
          type="button"
          class="second small"
          disabled={id === project.id}
          aria-label={`${words.choose} ${name}`}
          onClick={() => onChoose(id)}
        >
          {words.choose}
        </button>
      ),
    },
  ]
  return (
    <>
      <p class="lead">{words.lead}</p>
      <ProjectFinder label={words.into} columns={columns} />
    </>
  )
}

interface PreviewProps {
  readonly from: DeskProject
  readonly into: number
  readonly onOther: () => void
}

function Preview({ from, into, onOther }: PreviewProps) {
  const found = useLoad(`${from.id} ${into}`, (signal) => previewMerge(from.id, into, signal))
  return (
    <>
      <p>
        <button type="button" class="second small" onClick={onOther}>
          {words.other}
        </button>
      </p>
      <WhenLoaded result={found} lines={8}>
        {(preview) => (
          <>
            {preview.warnings.map((warning) => (
              <p class="notice warn" key={warning}>
                {warning}
              </p>
            ))}
            <div class="beside">
              <Side title={words.goes} tone="bad" side={preview.from} />
              <Side title={words.stays} tone="good" side={preview.into} />
            </div>
            <Effects preview={preview} />
            <Order preview={preview} />
          </>
        )}
      </WhenLoaded>
    </>
  )
}

function Side({ title, tone, side }: { title: string; tone: 'bad' | 'good'; side: MergePreview['from'] }) {
  return (
    <section class="card">
      <h3>
        <Badge tone={tone}>{title}</Badge> {side.name}
      </h3>
      <p>
        {side.id} · {side.address}
        {side.developer && ` · ${side.developer}`}
      </p>
      <ul>
        {side.buildings.map(({ id, name, addresses }) => (
          <li key={id}>
            {text.tower(name, id)}: {describeValue(addresses)}
          </li>
        ))}
      </ul>
      <p class="quiet">{words.counts(side.floor_plans, side.units, side.media)}</p>
    </section>
  )
}

function Effects({ preview }: { preview: MergePreview }) {
  const { aliases_added, towers, left_behind, decisions, told, from } = preview
  const { floor_plans, units, media } = left_behind
  return (
    <section class="card effects">
      <h3>{words.what}</h3>
      <ul>
        <li>{aliases_added.length === 0 ? words.noAliases : `${words.aliases} ${aliases_added.join(', ')}.`}</li>
        {towers.map(({ building_id, name, into_building_id, addresses_added }) => (
          <li key={building_id}>
            {text.tower(name, building_id)}{' '}
            {into_building_id === null
              ? words.moves
              : `${words.coincides(into_building_id)}, ${
                  addresses_added.length === 0 ? words.nothingNew : `${words.gets} ${describeValue(addresses_added)}`
                }`}
          </li>
        ))}
        <li>{words.left(words.counts(floor_plans, units, media))}</li>
        <li>{words.decisions(decisions.verified, decisions.proposed)}</li>
        <li>{words.id(from.id)}</li>
      </ul>
      <p class="quiet">
        {words.told}:{' '}
        {Object.entries(told)
          .filter(([, count]) => count > 0)
          .map(([type, count]) => `${type} × ${count}`)
          .join(', ')}
      </p>
    </section>
  )
}

function Order({ preview }: { preview: MergePreview }) {
  const { from, into, preview_token } = preview
  const { route } = useLocation()
  const [reason, setReason] = useState('')
  const [asking, setAsking] = useState(false)
  const id = useId()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setAsking(true)
      }}
    >
      <div class="field">
        <label for={id}>{text.reason}</label>
        <textarea
          id={id}
          required
          rows={2}
          maxLength={2000}
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </div>
      <button type="submit" class="danger">
        {words.ask}
      </button>
      {asking && (
        <ReasonDialog
          title={words.sure(from.name, into.name)}
          lead={words.sureLead}
          doIt={words.really}
          reason={reason.trim()}
          act={(why) => mergeProject(from.id, { into: into.id, reason: why, preview_token })}
          onDone={() => route(`/desk/projects/${into.id}`)}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  )
}
