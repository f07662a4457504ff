// One operation of the API reference: what it needs, takes and returns, with a sample.
import { FEATURES } from '../../access/rights/plans.ts'
import type { CredentialPolicy, Policy } from '../../access/rights/policies.ts'
import { PARTS } from '../../access/rights/policies.ts'
import { fill } from '../../kernel/texts/server-texts.ts'
import { codeSamples, exampleUrl } from './code-samples.ts'
import type { DocumentedOperation } from './docs-sections.ts'
import type { DocsText } from './docs-text.ts'
import type { ReaderSample } from './reader-sample.ts'
import { withSampleAddress } from './reader-sample.ts'
import { exampleOf } from './recorded-examples.ts'
import { CodeBlock, SampleTabs } from './sample-tabs.tsx'
import { FieldList, Markdown, SchemaView } from './schema-view.tsx'

interface OperationViewProps {
  readonly operation: DocumentedOperation
  readonly text: DocsText
  readonly baseUrl: string
  readonly sample: ReaderSample
}

export function OperationView({ operation, text, baseUrl, sample }: OperationViewProps) {
  const forReader = (source: string) => withSampleAddress(withBaseUrl(source, baseUrl), sample.address)
  const { route, parameters, body, response } = operation
  const { id, summary, description, policy } = route.operation
  const fields = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema = {}, required = false, description: what }) => ({
        name,
        schema,
        required,
        description: what,
      }))
  const [pathFields, queryFields] = [fields('path'), fields('query')]
  return (
    <article class="operation" id={id}>
      <h2>
        <a href={`#${id}`}>{summary}</a>
      </h2>
      <div class="columns">
        <div>
          <p class="endpoint">
            <span class={`method ${route.method.toLowerCase()}`}>{route.method}</span> <code>{route.path}</code>
          </p>
          {description?.split('\n\n').map((paragraph) => (
            <Markdown key={paragraph} source={paragraph} />
          ))}
          <Needs policy={policy} text={text} />
          {pathFields.length > 0 && (
            <>
              <h3>{text.pathParameters}</h3>
              <FieldList fields={pathFields} text={text} marks={false} />
            </>
          )}
          {queryFields.length > 0 && (
            <>
              <h3>{text.queryParameters}</h3>
              <FieldList fields={queryFields} text={text} marks />
            </>
          )}
          {body && (
            <>
              <h3>{text.body}</h3>
              <SchemaView schema={body} text={text} marks />
            </>
          )}
          {response && (
            <>
              <h3>{text.returns}</h3>
              <SchemaView schema={response} text={text} marks={false} />
            </>
          )}
        </div>
        <div class="beside-fields">
          <SampleTabs
            name={id}
            samples={codeSamples(route).map(({ label, source }) => ({ label, source: forReader(source) }))}
            text={text}
          />
          <TryIt route={route} text={text} />
          <ResponseExample id={id} text={text} baseUrl={baseUrl} sample={sample} />
        </div>
      </div>
    </article>
  )
}

/** Shown by the script when it has a test key, whose samples are those of the sandbox. */
function TryIt({ route, text }: { readonly route: DocumentedOperation['route']; readonly text: DocsText }) {
  const { policy, response } = route.operation
  if (route.method !== 'GET' || policy.who !== 'credential' || !response.schema) return null
  const { path, query } = exampleUrl(route)
  const url = query.length === 0 ? path : `${path}?${new URLSearchParams(Object.fromEntries(query))}`
  return (
    <form class="try-it" action={url} data-failed={text.tryFailed} hidden>
      <button type="submit" class="second small">
        {text.tryIt}
      </button>
    </form>
  )
}

interface ResponseExampleProps {
  readonly id: string
  readonly text: DocsText
  readonly baseUrl: string
  readonly sample: ReaderSample
}

function ResponseExample({ id, text, baseUrl, sample }: ResponseExampleProps) {
  const recorded = exampleOf(id)
  if (!recorded) return null
  const own = sample.responseOf(id)
  const isSandbox = own === undefined && sample.version !== null && recorded.body !== undefined
  const example = own === undefined ? recorded : { ...recorded, body: own }
  const label = fill(isSandbox ? text.sandboxResponse : text.response, { status: example.status }, text.language)
  if (example.body === undefined)
    return (
      <p class="quiet">
        {label}. {text.noBody}
      </p>
    )
  const source = typeof example.body === 'string' ? example.body : JSON.stringify(example.body, null, 2)
  return <CodeBlock source={withBaseUrl(source, baseUrl)} label={label} text={text} />
}

/** Samples name the server by a variable; on its own pages, the server's address is known. */
export function withBaseUrl(source: string, baseUrl: string): string {
  return source
    .replaceAll('$PLINTH_SERVER', baseUrl)
    .replaceAll(/process\.env\.PLINTH_SERVER!?/g, `'${baseUrl}'`)
    .replaceAll(/os\.environ\["PLINTH_SERVER"\] \+ "/g, `"${baseUrl}`)
    .replaceAll('http://127.0.0.1:8080', baseUrl)
    .replaceAll('https://plinth.example', baseUrl)
}

function Needs({ policy, text }: { policy: Policy; text: DocsText }) {
  if (policy.who !== 'credential')
    return (
      <dl class="needs">
        <dt>{text.access}</dt>
        <dd>{accessOf(policy, text)}</dd>
      </dl>
    )
  const plans = (feature: CredentialPolicy['feature']) => FEATURES[feature].plans.join(', ')
  return (
    <dl class="needs">
      <dt>{text.scope}</dt>
      <dd>{policy.scope ? <code>{policy.scope}</code> : text.anyCredential}</dd>
      <dt>{text.plans}</dt>
      <dd>
        {plans(policy.feature)}
        {policy.parts.map((name) => {
          const { what, feature, scope } = PARTS[name]
          const more = `${what}: ${plans(feature)}${scope ? `, ${fill(text.withScope, { scope: `\`${scope}\`` }, text.language)}` : ''}`
          return <Markdown key={name} source={more} />
        })}
      </dd>
      <dt>{text.cost}</dt>
      <dd>{text.costs[policy.cost]}</dd>
    </dl>
  )
}

function accessOf(policy: Exclude<Policy, CredentialPolicy>, text: DocsText): string {
  if (policy.who === 'role') return fill(text.role, { role: policy.role }, text.language)
  return policy.who === 'person' ? text.person : text.anyone
}
