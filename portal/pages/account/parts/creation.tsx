// The frame of a page that lists records and can create one.
import { useState } from 'preact/hooks'
import type { Scope } from '../../../api/may.tsx'
import { IfMay } from '../../../api/may.tsx'
import { Button } from '../../../parts/button.tsx'

/** A record that was just created stays on the page until its secret is stored. */
export interface Creation<T> {
  readonly isOpen: boolean
  readonly created: T | undefined
  open(): void
  cancel(): void
  done(created: T): void
  show(created: T): void
  clear(): void
}

export function useCreation<T>(reload: () => void): Creation<T> {
  const [isOpen, setOpen] = useState(false)
  const [created, setCreated] = useState<T>()
  return {
    isOpen,
    created,
    open: () => setOpen(true),
    cancel: () => setOpen(false),
    done: (record) => {
      setCreated(record)
      setOpen(false)
      reload()
    },
    show: setCreated,
    clear: () => setCreated(undefined),
  }
}

interface PageIntroProps {
  readonly lead: string
  readonly create: string
  /** What creating one requires. */
  readonly scope: Scope
  readonly creation: Pick<Creation<unknown>, 'isOpen' | 'open'>
}

export function PageIntro({ lead, create, scope, creation }: PageIntroProps) {
  return (
    <div class="row between head">
      <p class="lead">{lead}</p>
      {!creation.isOpen && (
        <IfMay scope={scope}>
          <Button label={create} onClick={creation.open} />
        </IfMay>
      )}
    </div>
  )
}
