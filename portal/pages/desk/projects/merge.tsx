// Merges a project into another: choose, preview, confirm.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { DeskProject, DeskProjectItem, MergePreview } from '../../../../src/http/api-types.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { humanize } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { Field } from '../../../parts/form.tsx'
import { BackLink, WhenLoaded } from '../../../parts/notice.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { text as shared } from '../parts/text.ts'
import { describeTower, describeValue } from './describe-change.ts'
import { ProjectFinder } from './project-search.tsx'
import { mergeProject, previewMerge, readProject } from './projects-api.ts'
import { text } from './text.ts'

const merge = text.merge

export function Merge({ id }: { readonly id: string }) {
  const loaded = useLoad(id, (signal) => readProject(id, signal))
  const [targetId, setTargetId] = useState<number>()
  return (
    <WhenLoaded result={loaded} lines={6}>
      {(project) => (
        <>
          <BackLink href={`/desk/projects/${id}`} label={project.name} />
          <h2>{fill(merge.title, { name: project.name })}</h2>
          {targetId === undefined ? (
            <TargetSearch project={project} onChoose={setTargetId} />
          ) : (
            <Preview key={targetId} from={project} into={targetId} onOther={() => setTargetId(undefined)} />
          )}
        </>
      )}
    </WhenLoaded>
  )
}

function TargetSearch({ project, onChoose }: { project: DeskProject; onChoose: (id: number) => void }) {
  const columns: readonly Column<DeskProjectItem>[] = [
    { key: 'id', title: text.columns.id, number: true, cell: ({ id }) => id },
    { key: 'name', title: text.columns.name, cell: ({ name }) => name },
    { key: 'address', title: text.columns.address, cell: ({ address }) => address },
    { key: 'status', title: text.columns.status, cell: ({ status }) => humanize(status) },
    {
      key: 'choose',
      title: merge.choose,
      cell: ({ id, name }) => (
        <Button
          look="second small"
          label={merge.choose}
          name={`${merge.choose} ${name}`}
          disabled={id === project.id}
          onClick={() => onChoose(id)}
        />
      ),
    },
  ]
  return (
    <>
      <p class="lead">{merge.lead}</p>
      <ProjectFinder label={merge.into} columns={columns} />
    </>
  )
}

interface PreviewProps {
  readonly from: DeskProject
  readonly into: number
  readonly onOther: () => void
}

function Preview({ from, into, onOther }: PreviewProps) {
  const loaded = useLoad(`${from.id} ${into}`, (signal) => previewMerge(from.id, into, signal))
  return (
    <>
      <p>
        <Button look="second small" label={merge.other} onClick={onOther} />
      </p>
      <WhenLoaded result={loaded} lines={8}>
        {(preview) => (
          <>
            {preview.warnings.map((warning) => (
              <p class="notice warn" key={warning}>
                {warning}
              </p>
            ))}
            <div class="beside">
              <Side title={merge.removed} tone="bad" side={preview.from} />
              <Side title={merge.remaining} tone="good" side={preview.into} />
            </div>
            <Effects preview={preview} />
            <MergeForm preview={preview} />
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
            {describeTower(name, id)}: {describeValue(addresses)}
          </li>
        ))}
      </ul>
      <p class="quiet">{fill(merge.counts, { plans: side.floor_plans, units: side.units, media: side.media })}</p>
    </section>
  )
}

function Effects({ preview }: { preview: MergePreview }) {
  const { aliases_added, towers, left_behind, decisions, told: events, from } = preview
  const { floor_plans, units, media } = left_behind
  return (
    <section class="card after">
      <h3>{merge.effects}</h3>
      <ul>
        <li>
          {aliases_added.length === 0 ? merge.noAliases : fill(merge.aliases, { names: aliases_added.join(', ') })}
        </li>
        {towers.map(({ building_id, name, into_building_id, addresses_added: added }) => {
          const tower = describeTower(name, building_id)
          const addresses = added.length === 0 ? merge.noNewAddresses : describeValue(added)
          return (
            <li key={building_id}>
              {into_building_id === null
                ? fill(merge.towerMoves, { tower })
                : fill(merge.towerMatches, { tower, id: into_building_id, addresses })}
            </li>
          )
        })}
        <li>{fill(merge.discarded, { counts: fill(merge.counts, { plans: floor_plans, units, media }) })}</li>
        <li>{fill(merge.decisions, { verified: decisions.verified, proposed: decisions.proposed })}</li>
        <li>{fill(merge.id, { id: from.id })}</li>
      </ul>
      <p class="quiet">
        {merge.events}:{' '}
        {Object.entries(events)
          .filter(([, count]) => count > 0)
          .map(([type, count]) => `${type} × ${count}`)
          .join(', ')}
      </p>
    </section>
  )
}

function MergeForm({ preview }: { preview: MergePreview }) {
  const { from, into, preview_token } = preview
  const { route } = useLocation()
  const [reason, setReason] = useState('')
  const [confirming, setConfirming] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setConfirming(true)
      }}
    >
      <Field label={shared.reason} lines={2} required maxLength={2000} value={reason} onChange={setReason} />
      <button type="submit" class="danger">
        {merge.submit}
      </button>
      {confirming && (
        <ConfirmDialog
          title={fill(merge.confirmTitle, { from: from.name, into: into.name })}
          submit={merge.confirm}
          danger
          progress={<ProgressBar label={text.publishing} />}
          run={() => mergeProject(from.id, { into: into.id, reason: reason.trim(), preview_token })}
          onDone={() => route(`/desk/projects/${into.id}`)}
          onClose={() => setConfirming(false)}
        >
          <p>{merge.confirmLead}</p>
        </ConfirmDialog>
      )}
    </form>
  )
}
