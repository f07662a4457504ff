// The project editor: a form on the left, corrections and history on the right.
import { useId, useState } from 'preact/hooks'
import type { DeskProject } from '../../../../src/http/api-types.ts'
import { useAction } from '../../../api/use-action.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { humanize } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Field } from '../../../parts/form.tsx'
import { Announce, BackLink, isStale, Problem, Stale, WhenLoaded } from '../../../parts/notice.tsx'
import { hasLocation, Location } from '../../project/location.tsx'
import { text as shared } from '../parts/text.ts'
import { Addresses } from './addresses.tsx'
import { ChoiceInputs } from './choice-inputs.tsx'
import { describeField, describeTower } from './describe-change.ts'
import type { Draft, TextField } from './draft.ts'
import { changesOf, DECIMAL_FIELDS, draftOf, NUMBER_FIELDS, needsReason, TEXT_FIELDS } from './draft.ts'
import { correctProject, readProject } from './projects-api.ts'
import { Corrections, History, Merges } from './side-panels.tsx'
import { SourceValues } from './source-values.tsx'
import { text } from './text.ts'

export function Editor({ id }: { readonly id: string }) {
  const loaded = useLoad(id, (signal) => readProject(id, signal))
  const [published, setPublished] = useState<string>()
  return (
    <WhenLoaded result={loaded} lines={8}>
      {(project) => (
        <>
          <Heading project={project} />
          <Announce>{published && fill(text.published, { version: published })}</Announce>
          <div class="beside" style={{ '--left': '3fr', '--right': '2fr' }}>
            <CorrectionForm
              key={project.version}
              project={project}
              onPublished={(version) => {
                setPublished(version)
                loaded.reload()
              }}
              onStale={loaded.reload}
            />
            <div class="stack">
              {hasLocation(project) && (
                <div class="card">
                  <Location project={project} />
                </div>
              )}
              <Corrections project={project} onChanged={loaded.reload} />
              <SourceValues project={project} />
              <Merges project={project} onChanged={loaded.reload} />
              <History project={project} />
            </div>
          </div>
        </>
      )}
    </WhenLoaded>
  )
}

export function Heading({ project }: { readonly project: DeskProject }) {
  const { id, name, address, status, developer, buildings } = project
  return (
    <div>
      <BackLink href="/desk/projects" label={text.back} />
      <div class="row">
        <h2>
          {name} <Badge tone="stone">{humanize(status)}</Badge>
        </h2>
      </div>
      <p class="quiet">
        {id} · {address}
        {developer && ` · ${developer}`}
      </p>
      <p class="row">
        <a href={`/explore/${id}`}>{text.publicPage}</a>
        {buildings.map((tower) => (
          <a key={tower.id} href={`/buildings/${tower.id}`}>
            {describeTower(tower.name, tower.id)}
          </a>
        ))}
        <a class="button second small" href={`/desk/projects/${id}/merge`}>
          {text.mergeInto}
        </a>
      </p>
    </div>
  )
}

interface CorrectionFormProps {
  readonly project: DeskProject
  readonly onPublished: (version: string) => void
  readonly onStale: () => void
}

function CorrectionForm({ project, onPublished, onStale }: CorrectionFormProps) {
  const [draft, setDraft] = useState(() => draftOf(project))
  const [reason, setReason] = useState('')
  const { busy, error, run } = useAction()
  const id = useId()
  const changes = changesOf(project, draft)
  const fields = Object.keys(changes)
  const isReasonRequired = needsReason(project, draft)
  const submit = (event: Event) => {
    event.preventDefault()
    const body = reason.trim() === '' ? changes : { ...changes, reason: reason.trim() }
    void run(async () => onPublished((await correctProject(project.id, project.version, body)).dataset_version))
  }
  return (
    <form class="card" onSubmit={submit} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{text.correct}</h2>
      <StatusPicker axis="sales_status" project={project} draft={draft} onChange={setDraft} />
      <StatusPicker axis="construction_status" project={project} draft={draft} onChange={setDraft} />
      <h3>{text.fields.addresses}</h3>
      {project.buildings.map((tower) => (
        <Addresses
          key={tower.id}
          legend={describeTower(tower.name, tower.id)}
          addresses={draft.towers[tower.id]!}
          onChange={(addresses) => setDraft({ ...draft, towers: { ...draft.towers, [tower.id]: addresses } })}
        />
      ))}
      <h3>{text.names}</h3>
      <div class="grid" style={{ '--min': '14rem', '--gap': '0 var(--s4)' }}>
        {TEXT_FIELDS.map((field) => (
          <TextInput key={field} field={field} draft={draft} onChange={setDraft} />
        ))}
        <ChoiceInputs draft={draft} onChange={setDraft} />
      </div>
      <Field
        label={shared.reason}
        hint={isReasonRequired ? text.reasonRequired : text.reasonOptional}
        warn={isReasonRequired}
        lines={2}
        maxLength={2000}
        required={isReasonRequired}
        value={reason}
        onChange={setReason}
      />
      {isStale(error) ? (
        <Stale lead={text.conflict} reload={text.reload} onReload={onStale} />
      ) : (
        error && <Problem error={error} />
      )}
      <div class="row">
        <button type="submit" disabled={busy || fields.length === 0}>
          {busy ? text.publishing : text.publish}
        </button>
        <span class="quiet" role="status">
          {fields.length === 0
            ? text.noChanges
            : fill(text.changes, { fields: fields.map((field) => describeField(project, field)).join(', ') })}
        </span>
      </div>
    </form>
  )
}

interface StatusProps {
  readonly axis: 'sales_status' | 'construction_status'
  readonly project: DeskProject
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

/** Usual next statuses come first, corrections last. */
function StatusPicker({ axis, project, draft, onChange }: StatusProps) {
  const id = useId()
  const { ordinary, corrections } = project.moves[axis]
  const options = (words: readonly string[]) =>
    words.map((word) => (
      <option key={word} value={word}>
        {humanize(word)}
      </option>
    ))
  return (
    <div class="field">
      <label for={id}>{text.fields[axis]}</label>
      <select
        id={id}
        value={draft[axis]}
        onChange={(event) => onChange({ ...draft, [axis]: event.currentTarget.value as never })}
      >
        <optgroup label={text.current}>{options([project[axis]])}</optgroup>
        {ordinary.length > 0 && <optgroup label={text.allowed}>{options(ordinary)}</optgroup>}
        <optgroup label={text.corrections}>{options(corrections)}</optgroup>
      </select>
    </div>
  )
}

interface TextInputProps {
  readonly field: TextField
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

function TextInput({ field, draft, onChange }: TextInputProps) {
  const shape =
    field === 'aliases'
      ? { lines: 2, hint: text.onePerLine }
      : NUMBER_FIELDS.includes(field)
        ? { type: 'number' as const }
        : DECIMAL_FIELDS.includes(field)
          ? { type: 'number' as const, step: 'any' }
          : { maxLength: 1000 }
  return (
    <Field
      label={text.fields[field]}
      {...shape}
      required={field === 'name'}
      value={draft.texts[field]}
      onChange={(value) => onChange({ ...draft, texts: { ...draft.texts, [field]: value } })}
    />
  )
}
