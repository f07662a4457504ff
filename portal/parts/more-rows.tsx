// The end of a list that is read page by page: more of it, that it is on its way, or why it is not.
import type { ComponentChildren } from 'preact'
import type { More } from '../api/use-more.ts'
import { text } from './frame-text.ts'
import { Empty, Loading, Problem } from './notice.tsx'

interface MoreRowsProps {
  // biome-ignore lint/suspicious/noExplicitAny: whatever its rows are
  readonly of: More<any, any>
  readonly empty: ComponentChildren
  readonly children: ComponentChildren
}

export function MoreRows({ of, empty, children }: MoreRowsProps) {
  if (of.error) return <Problem error={of.error} retry={of.reload} />
  if (of.first === undefined) return <Loading lines={5} />
  if (of.rows.length === 0) return <Empty>{empty}</Empty>
  return (
    <>
      {children}
      {of.hasMore && (
        <p>
          <button type="button" class="second" disabled={of.loading} onClick={of.more}>
            {of.loading ? text.loading : text.more}
          </button>
        </p>
      )}
    </>
  )
}
