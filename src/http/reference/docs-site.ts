// What all documentation pages share, made once: the OpenAPI document, its sections and the search index.
import type { oas31 } from 'zod-openapi'
import type { Route } from '../server/route.ts'
import type { Schema, Section } from './docs-sections.ts'
import { sectionsOf } from './docs-sections.ts'
import { openApiDocument } from './openapi.ts'

export interface DocsSite {
  readonly routes: readonly Route[]
  readonly document: oas31.OpenAPIObject
  readonly sections: readonly Section[]
  readonly components: Readonly<Record<string, Schema>>
}

/** The table of routes contains the documentation itself, so it is read on the first request. */
export function docsSite(routes: () => readonly Route[]): () => DocsSite {
  let site: DocsSite | undefined
  return () => {
    if (site) return site
    const document = openApiDocument(routes())
    const components = document.components!.schemas as Record<string, Schema>
    site = { routes: routes(), document, sections: sectionsOf(routes(), document), components }
    return site
  }
}
