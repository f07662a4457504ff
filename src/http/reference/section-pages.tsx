// Pages of the API reference: the operations on one subject, and the list for operators.
import { Fault } from '../../kernel/fault.ts'
import { TestKeyForm } from './docs-layout.tsx'
import type { DocsPage, PageContext } from './docs-page.tsx'
import type { Section } from './docs-sections.ts'
import { OperationView } from './operation-view.tsx'
import { ObjectList, reachable } from './schema-view.tsx'

export const sectionPage =
  (slug: string) =>
  ({ site, language, text, baseUrl, sample }: PageContext): DocsPage => {
    const section = site.sections.find((one) => one.slug === slug)
    if (!section) throw new Fault('route_not_found', { detail: 'Page not found. See /docs for a list of all pages.' })
    const { operations } = section
    const schemas = operations.flatMap(({ body, response, parameters }) => [
      body,
      response,
      ...parameters.map(({ schema }) => schema),
    ])
    const body = (
      <div lang="en">
        <p class="lead">{section.lead}</p>
        {language !== 'en' && (
          <p class="quiet" lang={language}>
            {text.inEnglish}
          </p>
        )}
        <nav class="on-this-page" aria-label={text.onThisPage}>
          <OperationLinks section={section} path="" />
        </nav>
        {!section.forOperators && <TestKeyForm text={text} />}
        {operations.map((operation) => (
          <OperationView
            key={operation.route.operation.id}
            operation={operation}
            text={text}
            baseUrl={baseUrl}
            sample={sample}
          />
        ))}
        <ObjectList names={reachable(schemas, site.components)} components={site.components} text={text} />
      </div>
    )
    return { title: section.title, body }
  }

export function OperationLinks({ section, path }: { section: Section; path: string }) {
  return (
    <ul class="operation-links">
      {section.operations.map(({ route: { method, path: at, operation } }) => (
        <li key={operation.id}>
          <a href={`${path}#${operation.id}`}>{operation.summary}</a>
          <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{at}</code>
        </li>
      ))}
    </ul>
  )
}

export function operatorPage({ site, text }: PageContext): DocsPage {
  const sections = site.sections.filter(({ forOperators }) => forOperators)
  const body = (
    <>
      <p class="lead">{text.operatorsLead}</p>
      <div lang="en">
        {sections.map((section) => (
          <section key={section.slug}>
            <h2>
              <a href={`/docs/api/${section.slug}`}>{section.title}</a>
            </h2>
            <p>{section.lead}</p>
            <OperationLinks section={section} path={`/docs/api/${section.slug}`} />
          </section>
        ))}
      </div>
    </>
  )
  return { title: text.operators, body }
}
