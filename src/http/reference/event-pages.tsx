// The event catalogue: when each event is sent, its body and an example.
import type { oas31 } from 'zod-openapi'
import { eventTypeCatalogue } from '../webhooks/event-schemas.ts'
import type { DocsPage, PageContext } from './docs-page.tsx'
import { MarkdownBody } from './docs-page.tsx'
import type { Schema } from './docs-sections.ts'
import { CodeBlock } from './sample-tabs.tsx'
import { Markdown, ObjectList, reachable, SchemaView } from './schema-view.tsx'
import { eventsTopic } from './written-pages.ts'

export const eventAnchor = (type: string): string => `event-${type}`

export function eventPage(context: PageContext): DocsPage {
  const { site, text, language } = context
  const intro = eventsTopic(language)
  const events = eventTypeCatalogue().map((event) => ({ ...event, schema: schemaOf(site.document, event.type) }))
  const body = (
    <>
      <MarkdownBody page={intro} context={context} />
      <nav class="on-this-page" aria-label={text.onThisPage}>
        <ul class="operation-links" lang="en">
          {events.map(({ type, description }) => (
            <li key={type}>
              <a href={`#${eventAnchor(type)}`}>{type}</a>
              <Markdown source={description} />
            </li>
          ))}
        </ul>
      </nav>
      <div lang="en">
        {events.map(({ type, description, schema, example }) => (
          <article class="operation" id={eventAnchor(type)} key={type}>
            <h2>
              <a href={`#${eventAnchor(type)}`}>{type}</a>
            </h2>
            <div class="columns">
              <div>
                <Markdown source={description} />
                <h3>{text.payload}</h3>
                <SchemaView schema={schema} text={text} marks={false} />
              </div>
              <div class="beside-fields">
                <CodeBlock source={JSON.stringify(example, null, 2)} label={text.example} text={text} />
              </div>
            </div>
          </article>
        ))}
        <ObjectList
          names={reachable(
            events.map(({ schema }) => schema),
            site.components,
          )}
          components={site.components}
          text={text}
        />
      </div>
    </>
  )
  return { title: intro.title, body }
}

function schemaOf(document: oas31.OpenAPIObject, type: string): Schema {
  const item = document.webhooks?.[type] as oas31.PathItemObject
  const body = item.post?.requestBody as oas31.RequestBodyObject
  return body.content['application/json']!.schema!
}
