// Projects at the desk: search, edit and merge.
import type { DeskPath } from '../parts/desk-path.ts'
import { Editor } from './editor.tsx'
import { Merge } from './merge.tsx'
import { ProjectSearch } from './project-search.tsx'
import './page.css'

export function Projects({ id, part }: DeskPath) {
  if (id === undefined) return <ProjectSearch />
  return part === 'merge' ? <Merge key={id} id={id} /> : <Editor key={id} id={id} />
}
