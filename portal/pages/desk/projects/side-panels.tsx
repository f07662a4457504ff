// Next to the form: corrections, merged projects and history.
import type { ComponentChildren } from 'preact'
import type { Correction, DeskProject } from '../../../../src/http/api-types.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Empty } from '../../../parts/notice.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { ReasonButton } from '../parts/reason-button.tsx'
import { describeField, describeValue } from './describe-change.ts'
import { revokeCorrection, undoMerge } from './projects-api.ts'
import { text } from './text.ts'

interface PanelProps {
  readonly project: DeskProject
  readonly onChanged: () => void
}

export function Corrections({ project, onChanged }: PanelProps) {
  const active = project.corrections.filter(({ state }) => state === 'in_force')
  const past = project.corrections.filter(({ state }) => state !== 'in_force')
  return (
    <section class="card" aria-labelledby="active-corrections">
      <h2 id="active-corrections">{text.activeCorrections}</h2>
      {active.length === 0 && <Empty>{text.noCorrections}</Empty>}
      <ul class="entries">
        {active.map((correction) => (
          <CorrectionEntry key={correction.id} correction={correction} project={project}>
            <Revoke project={project} correction={correction} onDone={onChanged} />
          </CorrectionEntry>
        ))}
      </ul>
      {past.length > 0 && (
        <details>
          <summary>{text.pastCorrections}</summary>
          <ul class="entries">
            {past.map((correction) => (
              <CorrectionEntry key={correction.id} correction={correction} project={project}>
                <Badge tone={correction.state === 'lapsed' ? 'warn' : 'none'}>{text.states[correction.state]}</Badge>
              </CorrectionEntry>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

interface RevokeProps {
  readonly project: DeskProject
  readonly correction: Correction
  readonly onDone: () => void
}

function Revoke({ project, correction: { id, field, value, source_value }, onDone }: RevokeProps) {
  return (
    <ReasonButton
      label={text.revoke}
      title={text.revokeTitle}
      lead={`${describeField(project, field)}: ${describeValue(value, field)} → ${describeValue(source_value, field)}`}
      submit={text.revokeSubmit}
      progress={<ProgressBar label={text.publishing} />}
      run={(reason) => revokeCorrection(project.id, id, reason)}
      onDone={onDone}
    />
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
        <strong>{describeField(project, field)}</strong>: {describeValue(value, field)}
      </p>
      <p class="quiet">
        {text.sourceValue}: {describeValue(source_value, field)}
      </p>
      {reason && <p>“{reason}”</p>}
      <div class="row">
        {children}
        <span class="quiet">
          {formatDateTime(made_at)} {fill(text.by, { person: actor_email ?? actor ?? text.unknownPerson })}
        </span>
      </div>
    </li>
  )
}

export function Merges({ project, onChanged }: PanelProps) {
  if (project.merges.length === 0) return null
  return (
    <section class="card" aria-labelledby="merged">
      <h2 id="merged">{text.merged}</h2>
      <ul class="entries">
        {project.merges.map((merge) => (
          <li key={merge.id}>
            <p>
              <strong>{fill(text.mergedProject, { id: merge.from_id })}</strong> “{merge.reason}”
            </p>
            <div class="row">
              {merge.state === 'in_force' ? (
                <ReasonButton
                  label={text.undo}
                  title={fill(text.undoTitle, { id: merge.from_id })}
                  submit={text.undoSubmit}
                  progress={<ProgressBar label={text.publishing} />}
                  run={(reason) => undoMerge(merge.id, reason)}
                  onDone={onChanged}
                />
              ) : (
                <Badge>{text.states[merge.state]}</Badge>
              )}
              <span class="quiet">
                {formatDateTime(merge.made_at)}{' '}
                {fill(text.by, { person: merge.actor_email ?? merge.actor ?? text.unknownPerson })}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const RECENT = 12

export function History({ project }: Pick<PanelProps, 'project'>) {
  const { history } = project
  return (
    <section class="card" aria-labelledby="history">
      <h2 id="history">{text.history}</h2>
      {history.length === 0 && <Empty>{text.noHistory}</Empty>}
      <Changes project={project} changes={history.slice(0, RECENT)} />
      {history.length > RECENT && (
        <details>
          <summary>{fill(text.earlier, { count: history.length - RECENT })}</summary>
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
            <strong>{describeField(project, field)}</strong>: {describeValue(from, field)} → {describeValue(to, field)}
          </p>
          {reason && <p>“{reason}”</p>}
          <div class="row">
            {is_correction && <Badge tone="warn">{text.correction}</Badge>}
            <span class="quiet">
              {formatDateTime(effective_at)} {fill(text.by, { person: source ?? text.unknownPerson })}
            </span>
          </div>
        </li>
      ))}
    </ol>
  )
}
