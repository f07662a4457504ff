// One project in the hands of a curator: what is to be corrected on the left, what held and holds on the right.
import { useId, useState } from 'preact/hooks'
import { PlinthError } from '../../../../src/client/client.ts'
import type { DeskProject } from '../../../../src/contract/api-types.ts'
import { useLoad } from '../../../api/use-load.ts'
import { Badge } from '../../../parts/badge.tsx'
import { humanize } from '../../../parts/format.ts'
import { Problem, WhenLoaded } from '../../../parts/notice.tsx'
import { Addresses } from './addresses.tsx'
import { describeField } from './describe-change.ts'
import type { Draft, TextField } from './draft.ts'
import { changesOf, draftOf, NUMBERS, needsReason, TEXT_FIELDS } from './draft.ts'
import { correctProject, readProject } from './projects-api.ts'
import { Corrections, History, Merges } from './side-panels.tsx'
import { text } from './text.ts'

export function Editor({ id }: { readonly id: string }) {
  const found = useLoad(id, (signal) => readProject(id, signal))
  const [published, setPublished] = useState<string>()
  return (
    <WhenLoaded result={found} lines={8}>
      {(project) => (
        <>
          <Heading project={project} />
          {published && (
            <p class="notice good" role="status">
              {text.published(published)}
            </p>
          )}
          <div class="beside editor">
            <CorrectionForm
              key={project.version}
              project={project}
              onPublished={(version) => {
                setPublished(version)
                found.reload()
              }}
              onStale={found.reload}
            />
            <div class="stack">
              <Corrections project={project} onChanged={found.reload} />
              <Merges project={project} onChanged={found.reload} />
              <History project={project} />
            </div>
          </div>
        </>
      )}
    </WhenLoaded>
  )
}

export function Heading({ project }: { readonly project: DeskProject }) {
  const { id, name, address, status, developer } = project
  return (
    <div class="project-head">
      <p>
        <a href="/desk/projects">← {text.back}</a>
      </p>
      <h2>
        {name} <Badge tone="stone">{humanize(status)}</Badge>
      </h2>
      <p class="quiet">
        {id} · {address}
        {developer && ` · ${developer}`}
      </p>
      <p class="row">
        <a href={`/explore/${id}`}>{text.asCallersSee}</a>
        <a class="button second small" href={`/desk/projects/${id}/merge`}>
          {text.mergeThis}
        </a>
      </p>
    </div>
  )
}

interface FormProps {
  readonly project: DeskProject
  readonly onPublished: (version: string) => void
  readonly onStale: () => void
}

function CorrectionForm({ project, onPublished, onStale }: FormProps) {
  const [draft, setDraft] = useState(() => draftOf(project))
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const id = useId()
  const changes = changesOf(project, draft)
  const fields = Object.keys(changes)
  const reasonNeeded = needsReason(project, draft)
  const send = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    const body = reason.trim() === '' ? changes : { ...changes, reason: reason.trim() }
    await correctProject(project.id, project.version, body).then(
      ({ dataset_version }) => onPublished(dataset_version),
      setError,
    )
    setBusy(false)
  }
  const stale = error instanceof PlinthError && error.code === 'precondition_failed'
  return (
    <form class="card" onSubmit={send} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{text.correct}</h2>
      <StatusPicker axis="sales_status" project={project} draft={draft} onChange={setDraft} />
      <StatusPicker axis="construction_status" project={project} draft={draft} onChange={setDraft} />
      <h3>{text.fields.addresses}</h3>
      {project.buildings.map((tower) => (
        <Addresses
          key={tower.id}
          legend={text.tower(tower.name, tower.id)}
          addresses={draft.towers[tower.id]!}
          onChange={(addresses) => setDraft({ ...draft, towers: { ...draft.towers, [tower.id]: addresses } })}
        />
      ))}
      <h3>{text.names}</h3>
      <div class="texts">
        {TEXT_FIELDS.map((field) => (
          <TextInput key={field} field={field} draft={draft} onChange={setDraft} />
        ))}
      </div>
      <div class="field">
        <label for={`${id}-reason`}>{text.reason}</label>
        <textarea
          id={`${id}-reason`}
          rows={2}
          maxLength={2000}
          required={reasonNeeded}
          value={reason}
          aria-describedby={`${id}-why`}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
        <p class={reasonNeeded ? 'wrong' : 'hint'} id={`${id}-why`}>
          {reasonNeeded ? text.reasonNeeded : text.reasonOptional}
        </p>
      </div>
      {stale && (
        <div class="notice warn" role="alert">
          <p>{text.somebodyElse}</p>
          <button type="button" class="second small" onClick={onStale}>
            {text.readAgain}
          </button>
        </div>
      )}
      {error && !stale && <Problem error={error} />}
      <div class="row">
        <button type="submit" disabled={busy || fields.length === 0}>
          {busy ? text.publishing : text.publish}
        </button>
        <span class="quiet" role="status">
          {fields.length === 0
            ? text.nothingChanged
            : text.changed(fields.map((field) => describeField(project, field)).join(', '))}
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

/** What may come next stands first; what says that we were wrong stands apart. */
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
        <optgroup label={text.now}>{options([project[axis]])}</optgroup>
        {ordinary.length > 0 && <optgroup label={text.ordinary}>{options(ordinary)}</optgroup>}
        <optgroup label={text.corrections}>{options(corrections)}</optgroup>
      </select>
    </div>
  )
}

interface TextProps {
  readonly field: TextField
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

function TextInput({ field, draft, onChange }: TextProps) {
  const id = useId()
  const value = draft.texts[field]
  const onInput = (event: { currentTarget: { value: string } }) =>
    onChange({ ...draft, texts: { ...draft.texts, [field]: event.currentTarget.value } })
  return (
    <div class="field">
      <label for={id}>{text.fields[field]}</label>
      {field === 'aliases' ? (
        <>
          <textarea id={id} rows={2} value={value} onInput={onInput} aria-describedby={`${id}-hint`} />
          <p class="hint" id={`${id}-hint`}>
            {text.oneALine}
          </p>
        </>
      ) : (
        <input
          id={id}
          {...(NUMBERS.includes(field) ? { type: 'number', step: 1 } : { maxLength: 1000 })}
          required={field === 'name'}
          value={value}
          onInput={onInput}
        />
      )}
    </div>
  )
}
