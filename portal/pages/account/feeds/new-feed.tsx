// The wizard for a new feed: source, mapping, name. Nothing is stored before the end.
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { BackLink } from '../../../parts/notice.tsx'
import './page.css'
import type { FeedTrial } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { useAction } from '../../../api/use-action.ts'
import { useLoad } from '../../../api/use-load.ts'
import { looksLikeHeader } from '../../../csv/columns.ts'
import { Field, Form, Select } from '../../../parts/form.tsx'
import { ListingsSection } from '../listings/section.tsx'
import { feedHref, scheduleChoices } from './feed-state.tsx'
import { Mapping, withoutHeader } from './mapping.tsx'
import { SourceForm } from './source-form.tsx'
import { text } from './text.ts'
import type { FieldChanges, SourceFields } from './wizard-state.ts'
import { NO_SOURCE, sourceOf } from './wizard-state.ts'

const words = text.wizard
/** The server reads for up to a minute. */
const TRY_TIMEOUT_MS = 70_000
const DEFAULT_SCHEDULES: Readonly<Record<SourceFields['kind'], number>> = { reso: 30, csv: 3600, ndjson: 3600 }
const NOT_IN_PREFIX = /[^A-Za-z0-9._:-]+/g
const PREFIX_MAX_LENGTH = 32

interface NameFormProps {
  readonly kind: SourceFields['kind']
  readonly host: string
  readonly onCreate: (input: { name: string; key_prefix: string; every_seconds: number }) => Promise<unknown>
}

function NameForm({ kind, host, onCreate }: NameFormProps) {
  const [prefix, setPrefix] = useState('')
  return (
    <Form
      submit={words.submit}
      onSubmit={({ name = '', every }) =>
        onCreate({ name: name.trim(), key_prefix: prefix, every_seconds: Number(every) })
      }
    >
      <Field name="name" label={words.name} hint={words.nameHint} required maxLength={100} defaultValue={host} />
      <Field
        field="key_prefix"
        label={text.prefix}
        hint={words.prefixHint}
        maxLength={PREFIX_MAX_LENGTH}
        placeholder="ddf:"
        spellcheck={false}
        value={prefix}
        onChange={(value) => setPrefix(value.replace(NOT_IN_PREFIX, ''))}
      />
      <Select
        name="every"
        label={words.every}
        value={String(DEFAULT_SCHEDULES[kind])}
        choices={scheduleChoices(kind)}
      />
      <p class="quiet">{words.everyHint}</p>
    </Form>
  )
}

export function NewFeed() {
  const { route } = useLocation()
  // Tells whether the plan includes feeds before the user types credentials.
  const feeds = useLoad('feeds', (signal) => plinth.feeds.list({ signal }).then(({ data }) => data))
  const action = useAction()
  const [fields, setFields] = useState(NO_SOURCE)
  const [changes, setChanges] = useState<FieldChanges>({})
  const [trial, setTrial] = useState<FeedTrial>()
  const mappingHeading = useRef<HTMLHeadingElement>(null)
  const isCsv = fields.kind === 'csv'
  const isReadable = trial !== undefined && (trial.problem === null || trial.available_fields.length > 0)
  useEffect(() => {
    if (isReadable) mappingHeading.current?.focus()
  }, [isReadable])
  const read = async (chosen: FieldChanges) => {
    const ask = (mapping: FieldChanges) =>
      plinth.feeds.try(sourceOf(fields, mapping), { timeoutMs: TRY_TIMEOUT_MS, retries: 0 })
    let [next, found] = [chosen, await ask(chosen)]
    const { available_fields: firstLine } = found
    if (isCsv && trial === undefined && firstLine.length > 0 && !looksLikeHeader(firstLine)) {
      next = withoutHeader(firstLine)
      found = await ask(next)
    }
    setChanges(next)
    setTrial(found)
  }
  const changeSource = (next: SourceFields) => {
    setFields(next)
    // The result is of another source.
    setTrial(undefined)
    if (next.kind !== fields.kind) setChanges({})
  }
  return (
    <ListingsSection error={feeds.error}>
      <BackLink href="/account/feeds" label={text.all} />
      <p class="lead">{words.lead}</p>
      <IfMay scope="feeds:manage">
        <div class="stack">
          <section class="card">
            <h2>{words.source}</h2>
            <SourceForm fields={fields} action={action} onChange={changeSource} onSubmit={() => read(changes)} />
            <div role="alert">
              {trial?.problem && !isReadable && (
                <p class="notice bad after">
                  <strong>{words.failed}</strong> {trial.problem.detail}
                </p>
              )}
            </div>
          </section>
          {isReadable && (
            <>
              <section class="card">
                <h2 ref={mappingHeading} tabIndex={-1}>
                  {words.mapping}
                </h2>
                <Mapping
                  trial={trial}
                  isReso={fields.kind === 'reso'}
                  isCsv={isCsv}
                  changes={changes}
                  busy={action.busy}
                  onChange={setChanges}
                  onApply={(chosen) => void action.run(() => read(chosen))}
                />
              </section>
              {trial.problem === null && (
                <section class="card">
                  <h2>{words.create}</h2>
                  <NameForm
                    key={fields.kind}
                    kind={fields.kind}
                    host={URL.canParse(fields.url) ? new URL(fields.url).host : ''}
                    onCreate={async (input) => {
                      const feed = await plinth.feeds.create({ ...sourceOf(fields, changes), ...input })
                      route(feedHref(feed.id))
                    }}
                  />
                </section>
              )}
            </>
          )}
        </div>
      </IfMay>
    </ListingsSection>
  )
}
