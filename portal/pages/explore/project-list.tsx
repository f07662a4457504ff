// A virtual list of projects. It loads pages as they scroll into view.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ProjectQuery } from '../../../src/http/api-types.ts'
import { plinth } from '../../api/plinth.ts'
import { Empty, Problem } from '../../parts/notice.tsx'
import type { CardProject } from './project-card.tsx'
import { CARD_FIELDS, ProjectCard } from './project-card.tsx'
import { text } from './text.ts'

interface ProjectListProps {
  readonly query: ProjectQuery
  readonly onTotal: (total: number) => void
  readonly onHover: (id: number | null) => void
  readonly selected: number | null
}

const ROW_HEIGHT = 108
const PAGE = 50
/** Extra rows rendered above and below the visible ones. Each requests a picture. */
const MARGIN = 3
/** Load only after scrolling stops. */
const SCROLL_DEBOUNCE_MS = 120

interface Rows {
  readonly total: number | null
  readonly pages: ReadonlyMap<number, readonly CardProject[]>
  readonly error: Error | null
}

const NO_ROWS: Rows = { total: null, pages: new Map(), error: null }

function useRows(query: ProjectQuery, first: number, last: number) {
  const [rows, setRows] = useState<Rows>(NO_ROWS)
  const requested = useRef(new Set<number>())
  const control = useRef(new AbortController())
  const key = JSON.stringify(query)
  useEffect(() => {
    control.current = new AbortController()
    requested.current = new Set()
    load(0)
    return () => control.current.abort()
  }, [key])
  useEffect(() => {
    const timer = setTimeout(() => {
      for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) load(page)
    }, SCROLL_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [key, first, last])
  function load(page: number) {
    if (requested.current.has(page)) return
    requested.current.add(page)
    const { signal } = control.current
    const isFirst = page === 0 && requested.current.size === 1
    plinth.projects.list({ ...query, fields: CARD_FIELDS, page: page + 1, per_page: PAGE }, { signal }).then(
      ({ data, meta }) =>
        signal.aborted ||
        setRows((before) => ({
          total: meta.total,
          pages: new Map(isFirst ? [[0, data]] : [...before.pages, [page, data]]),
          error: null,
        })),
      (error) => signal.aborted || setRows({ ...NO_ROWS, error }),
    )
  }
  const reload = () => {
    requested.current = new Set()
    load(0)
  }
  return { ...rows, reload }
}

export function ProjectList({ query, onTotal, onHover, selected }: ProjectListProps) {
  const box = useRef<HTMLElement>(null)
  const [top, setTop] = useState(0)
  const visibleRows = Math.ceil((box.current?.clientHeight ?? 800) / ROW_HEIGHT)
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - MARGIN)
  const last = first + visibleRows + 2 * MARGIN
  const { total, pages, error, reload } = useRows(query, first, last)
  useEffect(() => {
    if (total !== null) onTotal(total)
  }, [total])
  useEffect(() => {
    box.current?.scrollTo({ top: 0 })
  }, [JSON.stringify(query)])
  if (error) return <Problem error={error} retry={reload} />
  if (total === 0) return <Empty>{text.nothing}</Empty>
  const end = Math.min(total ?? visibleRows, last)
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i)
  return (
    <section
      class="panel project-list"
      aria-label={text.list}
      aria-busy={total === null}
      tabIndex={0}
      ref={box}
      onScroll={() => setTop(box.current!.scrollTop)}
    >
      <ul class="rows" style={{ height: `${(total ?? visibleRows) * ROW_HEIGHT}px` }}>
        {rows.map((row) => {
          const project = pages.get(Math.floor(row / PAGE))?.[row % PAGE]
          return (
            <li
              key={row}
              style={{ top: `${row * ROW_HEIGHT}px`, height: `${ROW_HEIGHT}px` }}
              aria-setsize={total ?? -1}
              aria-posinset={row + 1}
              class={project && project.id === selected ? 'selected' : undefined}
            >
              {project ? <ProjectCard project={project} onHover={onHover} /> : <span class="loading" />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
