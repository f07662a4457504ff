// Chooses the date that the page shows; today by default.
import { Button } from '../../parts/button.tsx'
import { text } from './text.ts'

export function AsOf({ date, onChange }: { date: string | null; onChange: (date: string | null) => void }) {
  const today = new Date().toISOString().slice(0, 10)
  return (
    <span class="row">
      <label class="inline">
        {text.asOf}
        <input
          type="date"
          value={date ?? ''}
          max={today}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      </label>
      {date && <Button look="plain" label={text.asOfNow} onClick={() => onChange(null)} />}
    </span>
  )
}
