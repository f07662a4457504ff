// Files of addresses: upload one, choose its columns, follow it and download its result.
import { useState } from 'preact/hooks'
import type { File as FileJob } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { requiredPlans } from '../../../api/plans.ts'
import { plinth } from '../../../api/plinth.ts'
import { useAction } from '../../../api/use-action.ts'
import { useLoad } from '../../../api/use-load.ts'
import { ColumnMapper } from '../../../csv/column-mapper.tsx'
import { FileDrop } from '../../../csv/file-drop.tsx'
import { saveFile } from '../../../csv/save-file.ts'
import { fill, labelled } from '../../../language/choose-language.ts'
import { formatDateTime, formatNumber } from '../../../language/format.ts'
import type { Tone } from '../../../parts/badge.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/button.tsx'
import { ConfirmButton } from '../../../parts/confirm-dialog.tsx'
import { Problem, WhenLoaded } from '../../../parts/notice.tsx'
import { Facts, RecordRow, Records } from '../../../parts/records.tsx'
import { PlanRequired } from '../parts/plan-required.tsx'
import { usePolling } from '../webhooks/use-polling.ts'
import { text } from './text.ts'

type Field = keyof typeof text.fields
const FIELDS = Object.keys(text.fields) as Field[]

const TONES: Readonly<Record<FileJob['state'], Tone>> = {
  waiting: 'warn',
  queued: 'info',
  running: 'info',
  paused: 'warn',
  finished: 'good',
  failed: 'bad',
}
const POLL_MS = 3000

/** A name for the result that ends with its format. */
async function download({ id, name, format }: FileJob): Promise<void> {
  const body = await plinth.files.result(id)
  const ending = format === 'ndjson' || format === 'parquet' ? format : 'csv'
  saveFile(await new Response(body).blob(), `${name.replace(/\.[^.]+(?:\.(?:gz|zst))?$/, '')}-plinth.${ending}`)
}

interface RowProps {
  readonly file: FileJob
  readonly reload: () => void
}

/** A field may have several columns; here a person chooses one. */
function Columns({ file: { id, columns, mapping }, reload }: RowProps) {
  const [choice, setChoice] = useState<Partial<Record<Field, string>>>(() =>
    Object.fromEntries(Object.entries(mapping).map(([field, names]) => [field, names[0]])),
  )
  const action = useAction()
  const choose = (column: number, field: Field | '') => {
    const { name } = columns[column]!
    const others = Object.entries(choice).filter(([each, chosen]) => each !== field && chosen !== name)
    setChoice(Object.fromEntries(field === '' ? others : [...others, [field, name]]))
  }
  const start = async () => {
    await plinth.files.update(id, {
      mapping: Object.fromEntries(FIELDS.map((field) => [field, choice[field] ?? null])),
    })
    reload()
  }
  const shown = columns.map(({ name, samples }) => {
    const meaning: Field | '' = FIELDS.find((field) => choice[field] === name) ?? ''
    return { name, samples, meaning }
  })
  return (
    <div class="stack">
      <ColumnMapper columns={shown} meanings={text.fields} onChoose={choose} />
      <Button
        label={text.start}
        disabled={action.busy || choice.address === undefined}
        onClick={() => action.run(start)}
      />
      {action.error && <Problem error={action.error} />}
    </div>
  )
}

function FileRow({ file, reload }: RowProps) {
  const { id, name, state, rows, rows_done: done, counts, problem } = file
  const [isOpen, setOpen] = useState(state === 'waiting')
  const action = useAction()
  const started = () => {
    setOpen(false)
    reload()
  }
  const isRunning = state === 'queued' || state === 'running'
  const actions = (
    <>
      {state === 'finished' && (
        <Button
          look="small"
          label={text.download}
          disabled={action.busy}
          onClick={() => action.run(() => download(file))}
        />
      )}
      <IfMay scope="building_links:write">
        <Button look="second small" label={text.columns} expanded={isOpen} onClick={() => setOpen(!isOpen)} />
        <ConfirmButton
          label={text.remove}
          title={fill(text.removeTitle, { name })}
          submit={text.remove}
          danger
          run={() => plinth.files.remove(id)}
          onDone={reload}
        >
          <p>{text.removeNote}</p>
        </ConfirmButton>
      </IfMay>
    </>
  )
  return (
    <RecordRow title={name} marks={<Badge tone={TONES[state]}>{text.states[state]}</Badge>} actions={actions}>
      {problem && <p class={state === 'failed' ? 'notice bad' : 'notice warn'}>{problem.detail}</p>}
      {isRunning && <progress aria-label={fill(text.progress, { name })} max={rows ?? 1} value={done} />}
      <Facts
        items={[
          rows !== null && fill(text.rows, { done, rows }),
          done > 0 && labelled(text.matched, formatNumber(counts.matched)),
          counts.error > 0 && labelled(text.errors, formatNumber(counts.error)),
          labelled(text.deleted, formatDateTime(file.expires_at)),
        ]}
      />
      {action.error && <Problem error={action.error} />}
      {isOpen && <Columns file={file} reload={started} />}
    </RecordRow>
  )
}

export function Files() {
  const loaded = useLoad('files', (signal) => plinth.files.list({ limit: 50 }, { signal }).then(({ data }) => data))
  const isChanging = loaded.data?.some(({ state }) => state === 'queued' || state === 'running') ?? false
  usePolling(isChanging, loaded.reload, { everyMs: POLL_MS, most: Number.POSITIVE_INFINITY })
  const action = useAction()
  const upload = async (file: File) => {
    await plinth.files.create(file, { name: file.name, hold: true })
    loaded.reload()
  }
  const plans = requiredPlans(loaded.error)
  if (plans)
    return (
      <PlanRequired
        plans={plans}
        title={(names) => fill(text.planRequired, { plans: names })}
        lead={text.planRequiredLead}
      />
    )
  return (
    <div class="stack">
      <p class="lead">{text.lead}</p>
      <IfMay scope="building_links:write">
        <FileDrop
          area={text.area}
          label={text.drop}
          disabled={action.busy}
          more={{ accept: ',.parquet,.gz,.zst', hint: text.types }}
          onFile={(file) => void action.run(() => upload(file))}
        />
      </IfMay>
      <div role="status">{action.busy && <p>{text.busy}</p>}</div>
      {action.error && <Problem error={action.error} />}
      <WhenLoaded result={loaded}>
        {(files) => (
          <Records items={files} empty={text.empty}>
            {(file) => <FileRow key={file.id} file={file} reload={loaded.reload} />}
          </Records>
        )}
      </WhenLoaded>
    </div>
  )
}
