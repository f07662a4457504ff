// Beside the form: the corrections that hold and held, what was merged into the project, and its history.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Correction, DeskProject } from '../../../../src/contract/api-types.ts'
import { Badge } from '../../../parts/badge.tsx'
import { formatDateTime } from '../../../parts/format.ts'
import { Empty } from '../../../parts/notice.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { describeField, describeValue } from './describe-change.ts'
import { revokeCorrection, undoMerge } from './projects-api.ts'
import { text } from './text.ts'

interface BesideProps {
  readonly project: DeskProject
  readonly onChanged: () => void
}

export function Corrections({ project, onChanged }: BesideProps) {
  const [asked, setAsked] = useState<Correction>()
  const done = () => {
    setAsked(undefined)
    onChanged()
  }
  const inForce = project.corrections.filter(({ state }) => state === 'in_force')
  const ended = project.corrections.filter(({ state }) => state !== 'in_force')
  return (
    <section class="card" aria-labelledby="in-force">
      <h2 id="in-force">{text.inForce}</h2>
      {inForce.length === 0 && <Empty>{text.noneInForce}</Empty>}
      <ul class="entries">
        {inForce.map((one) => (
          <CorrectionEntry key={one.id} correction={one} project={project}>
            <button type="button" class="second small" onClick={() => setAsked(one)}>
              {text.revoke}
            </button>
          </CorrectionEntry>
        ))}
      </ul>
      {ended.length > 0 && (
        <details>
          <summary>{text.ended}</summary>
          <ul class="entries">
            {ended.map((one) => (
              <CorrectionEntry key={one.id} correction={one} project={project}>
                <Badge tone={one.state === 'lapsed' ? 'warn' : 'none'}>{text.states[one.state]}</Badge>
              </CorrectionEntry>
            ))}
          </ul>
        </details>
      )}
      {asked && (
        <ReasonDialog
          title={text.revokeTitle}
          lead={`${describeField(project, asked.field)}: ${describeValue(asked.value)} → ${describeValue(asked.source_value)}`}
          doIt={text.revokeDo}
          act={(reason) => revokeCorrection(project.id, asked.id, reason)}
          onDone={done}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

interface EntryProps {
  readonly correction: Correction
  readonly project: DeskProject
  readonly children: ComponentChildren
}

function CorrectionEntry({ correction, project, children }: EntryProps) {
  const { field, value, source_value, reason, actor, actor_email, made_at } = correction
  return (
    <li>
      <p>
        <strong>{describeField(project, field)}</strong>: {describeValue(value)}
      </p>
      <p class="quiet">
        {text.sourceSaid}: {describeValue(source_value)}
      </p>
      {reason && <p>“{reason}”</p>}
      <div class="row">
        {children}
        <span class="quiet">
          {formatDateTime(made_at)} {text.by(actor_email ?? actor)}
        </span>
      </div>
    </li>
  )
}

export function Merges({ project, onChanged }: BesideProps) {
  const [asked, setAsked] = useState<DeskProject['merges'][number]>()
  const done = () => {
    setAsked(undefined)
    onChanged()
  }
  if (project.merges.length === 0) return null
  return (
    <section class="card" aria-labelledby="merged">
      <h2 id="merged">{text.merged}</h2>
      <ul class="entries">
        {project.merges.map((merge) => (
          <li key={merge.id}>
            <p>
              <strong>{text.mergedProject(merge.from_id)}</strong> “{merge.reason}”
            </p>
            <div class="row">
              {merge.state === 'in_force' ? (
                <button type="button" class="second small" onClick={() => setAsked(merge)}>
                  {text.undo}
                </button>
              ) : (
                <Badge>{text.states[merge.state]}</Badge>
              )}
              <span class="quiet">
                {formatDateTime(merge.made_at)} {text.by(merge.actor_email ?? merge.actor)}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {asked && (
        <ReasonDialog
          title={text.undoTitle(asked.from_id)}
          doIt={text.undoDo}
          act={(reason) => undoMerge(asked.id, reason)}
          onDone={done}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

const RECENT = 12

export function History({ project }: Pick<BesideProps, 'project'>) {
  const { history } = project
  return (
    <section class="card" aria-labelledby="history">
      <h2 id="history">{text.history}</h2>
      {history.length === 0 && <Empty>{text.noHistory}</Empty>}
      <Changes project={project} changes={history.slice(0, RECENT)} />
      {history.length > RECENT && (
        <details>
          <summary>{text.earlier(history.length - RECENT)}</summary>
          <Changes project={project} changes={history.slice(RECENT)} />
        </details>
      )}
    </section>
  )
}

function Changes({ project, changes }: { project: DeskProject; changes: DeskProject['history'] }) {
  return (
    <ol class="entries">
      {changes.map(({ field, from, to, effective_at, source, is_correction, reason }, i) => (
        <li key={i}>
          <p>
            <strong>{describeField(project, field)}</strong>: {describeValue(from)} → {describeValue(to)}
          </p>
          {reason && <p>“{reason}”</p>}
          <div class="row">
            {is_correction && <Badge tone="warn">{text.correction}</Badge>}
            <span class="quiet">
              {formatDateTime(effective_at)} {text.by(source)}
            </span>
          </div>
        </li>
      ))}
    </ol>
  )
}
