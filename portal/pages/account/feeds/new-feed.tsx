// The wizard for a new feed: source, mapping, name. Nothing is stored before the end.
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import './page.css'
import type { FeedTrial } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { Field, Form, Select } from '../../../parts/form.tsx'
import { ListingsSection } from '../listings/section.tsx'
import { useAccountAction, useAccountLoad } from '../parts/use-account.ts'
import { feedHref, scheduleChoices } from './feed-state.tsx'
import { Mapping } from './mapping.tsx'
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
  const action = useAccountAction()
  const [name, setName] = useState(host)
  const [prefix, setPrefix] = useState('')
  const [every, setEvery] = useState(String(DEFAULT_SCHEDULES[kind]))
  return (
    <Form
      action={action}
      submit={words.submit}
      onSubmit={() => onCreate({ name: name.trim(), key_prefix: prefix, every_seconds: Number(every) })}
    >
      <Field label={words.name} hint={words.nameHint} required maxLength={100} value={name} onChange={setName} />
      <Field
        label={text.prefix}
        hint={words.prefixHint}
        maxLength={PREFIX_MAX_LENGTH}
        placeholder="ddf:"
        spellcheck={false}
        value={prefix}
        onChange={(value) => setPrefix(value.replace(NOT_IN_PREFIX, ''))}
      />
      <Select label={words.every} value={every} choices={scheduleChoices(kind)} onChange={setEvery} />
      <p class="quiet">{words.everyHint}</p>
    </Form>
  )
}

export function NewFeed() {
  const { route } = useLocation()
  // Tells whether the plan includes feeds before the user types credentials.
  const feeds = useAccountLoad('feeds', (signal) => plinth.feeds.list({ signal }).then(({ data }) => data))
  const action = useAccountAction()
  const [fields, setFields] = useState(NO_SOURCE)
  const [changes, setChanges] = useState<FieldChanges>({})
  const [trial, setTrial] = useState<FeedTrial>()
  const mappingHeading = useRef<HTMLHeadingElement>(null)
  const isReadable = trial !== undefined && trial.problem === null
  useEffect(() => {
    if (isReadable) mappingHeading.current?.focus()
  }, [isReadable])
  const readFirstPage = async () =>
    setTrial(await plinth.feeds.try(sourceOf(fields, changes), { timeoutMs: TRY_TIMEOUT_MS, retries: 0 }))
  const changeSource = (next: SourceFields) => {
    setFields(next)
    // The result is of another source.
    setTrial(undefined)
    if (next.kind !== fields.kind) setChanges({})
  }
  return (
    <ListingsSection error={feeds.error}>
      <p>
        <a href="/account/feeds">← {text.all}</a>
      </p>
      <p class="lead">{words.lead}</p>
      <IfMay scope="feeds:manage">
        <div class="wizard">
          <section class="card">
            <h2>{words.source}</h2>
            <SourceForm fields={fields} action={action} onChange={changeSource} onSubmit={readFirstPage} />
            <div role="alert">
              {trial?.problem && (
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
                  changes={changes}
                  busy={action.busy}
                  onChange={setChanges}
                  onApply={() => void action.run(readFirstPage)}
                />
              </section>
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
            </>
          )}
        </div>
      </IfMay>
    </ListingsSection>
  )
}
