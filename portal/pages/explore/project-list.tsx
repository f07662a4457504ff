// The list of projects, however long: rows in sight are in the page, their pages of the API are asked for when they come in sight.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ProjectQuery } from '../../../src/contract/api-types.ts'
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
/** Rows kept above and below those in sight. */
const MARGIN = 6
/** A scroll that goes on asks for nothing. */
const SCROLLING_MS = 120

interface Rows {
  readonly total: number | null
  readonly pages: ReadonlyMap<number, readonly CardProject[]>
  readonly error: Error | null
}

const NONE: Rows = { total: null, pages: new Map(), error: null }

function useRows(query: ProjectQuery, first: number, last: number) {
  const [rows, setRows] = useState<Rows>(NONE)
  const asked = useRef(new Set<number>())
  const control = useRef(new AbortController())
  const question = JSON.stringify(query)
  useEffect(() => {
    control.current = new AbortController()
    asked.current = new Set()
    ask(0)
    return () => control.current.abort()
  }, [question])
  useEffect(() => {
    const timer = setTimeout(() => {
      for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) ask(page)
    }, SCROLLING_MS)
    return () => clearTimeout(timer)
  }, [question, first, last])
  function ask(page: number) {
    if (asked.current.has(page)) return
    asked.current.add(page)
    const { signal } = control.current
    const fresh = page === 0 && asked.current.size === 1
    plinth.projects.list({ ...query, fields: CARD_FIELDS, page: page + 1, per_page: PAGE }, { signal }).then(
      ({ data, meta }) =>
        signal.aborted ||
        setRows((before) => ({
          total: meta.total,
          pages: new Map(fresh ? [[0, data]] : [...before.pages, [page, data]]),
          error: null,
        })),
      (error) => signal.aborted || setRows({ ...NONE, error }),
    )
  }
  const again = () => {
    asked.current = new Set()
    ask(0)
  }
  return { ...rows, again }
}

export function ProjectList({ query, onTotal, onHover, selected }: ProjectListProps) {
  const box = useRef<HTMLElement>(null)
  const [top, setTop] = useState(0)
  const inSight = Math.ceil((box.current?.clientHeight ?? 800) / ROW_HEIGHT)
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - MARGIN)
  const last = first + inSight + 2 * MARGIN
  const { total, pages, error, again } = useRows(query, first, last)
  useEffect(() => {
    if (total !== null) onTotal(total)
  }, [total])
  useEffect(() => {
    box.current?.scrollTo({ top: 0 })
  }, [JSON.stringify(query)])
  if (error) return <Problem error={error} retry={again} />
  if (total === 0) return <Empty>{text.nothing}</Empty>
  const until = Math.min(total ?? inSight, last)
  const rows = Array.from({ length: Math.max(0, until - first) }, (_, i) => first + i)
  return (
    <section
      class="project-list"
      aria-label={text.list}
      aria-busy={total === null}
      tabIndex={0}
      ref={box}
      onScroll={() => setTop(box.current!.scrollTop)}
    >
      <ul style={{ height: `${(total ?? inSight) * ROW_HEIGHT}px` }}>
        {rows.map((row) => {
          const project = pages.get(Math.floor(row / PAGE))?.[row % PAGE]
          return (
            <li
              key={row}
              style={{ top: `${row * ROW_HEIGHT}px`, height: `${ROW_HEIGHT}px` }}
              aria-setsize={total ?? -1}
              aria-posinset={row + 1}
              class={project && project.id === selected ? 'chosen' : undefined}
            >
              {project ? <ProjectCard project={project} onHover={onHover} /> : <span class="loading" />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
