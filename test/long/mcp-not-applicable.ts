// Checks of the MCP conformance suite that do not apply to this server, and why.

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const
export type Revision = (typeof REVISIONS)[number]

const FIXTURE = 'calls a tool or reads a resource that only the suite’s own test server has'
const NO_PROMPTS = 'Plinth offers no prompts, and does not announce them'
const NO_COMPLETION = 'Plinth offers no completion of arguments, and does not announce it'
const NO_LOGGING = 'Plinth sends no log messages to clients, and does not announce them'
const NO_SUBSCRIPTIONS = 'nothing changes during a session, so resources can’t be subscribed to'
const NO_SESSIONS = 'every request stands alone: there are no sessions and no streams to resume'
const NO_INPUT = 'no tool asks the client for input, so there is nothing to answer'
const NO_TASKS = 'an optional extension: every tool answers at once, so there are no tasks'

/** `scenario:*` covers all checks of a scenario. */
type Reasons = readonly (readonly [reason: string, checks: readonly string[]])[]

const BOTH: Reasons = [
  [
    FIXTURE,
    [
      'tools-call-simple-text:tools-call-simple-text',
      'tools-call-image:tools-call-image',
      'tools-call-audio:tools-call-audio',
      'tools-call-embedded-resource:tools-call-embedded-resource',
      'tools-call-mixed-content:tools-call-mixed-content',
      'tools-call-error:tools-call-error',
      'tools-call-with-progress:tools-call-with-progress',
      'resources-read-text:resources-read-text',
      'resources-read-binary:resources-read-binary',
      'resources-templates-read:resources-templates-read',
      'json-schema-2020-12:json-schema-2020-12-tool-found',
    ],
  ],
  [
    NO_PROMPTS,
    [
      'prompts-list:prompts-list',
      'prompts-get-simple:prompts-get-simple',
      'prompts-get-with-args:prompts-get-with-args',
      'prompts-get-embedded-resource:prompts-get-embedded-resource',
      'prompts-get-with-image:prompts-get-with-image',
    ],
  ],
  [NO_COMPLETION, ['completion-complete:completion-complete']],
]

const ONLY: Readonly<Record<Revision, Reasons>> = {
  '2025-11-25': [
    [NO_LOGGING, ['logging-set-level:logging-set-level', 'tools-call-with-logging:tools-call-with-logging']],
    [NO_SUBSCRIPTIONS, ['resources-subscribe:resources-subscribe', 'resources-unsubscribe:resources-unsubscribe']],
    [
      NO_SESSIONS,
      [
        'server-sse-multiple-streams:server-sse-multiple-streams-session',
        'server-sse-polling:server-sse-polling-session',
        'server-sse-polling:server-sse-priming-event',
        'server-sse-polling:server-sse-retry-field',
      ],
    ],
    [
      NO_INPUT,
      [
        'tools-call-sampling:tools-call-sampling',
        'tools-call-elicitation:tools-call-elicitation',
        'elicitation-sep1034-defaults:elicitation-sep1034-general',
        'elicitation-sep1330-enums:elicitation-sep1330-general',
      ],
    ],
  ],
  '2026-07-28': [
    [
      FIXTURE,
      [
        'server-stateless:sep-2575-server-rejects-undeclared-capability',
        'server-stateless:sep-2575-missing-capability-http-400',
        'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
        'server-stateless:sep-2575-server-no-log-without-loglevel',
      ],
    ],
    [NO_PROMPTS, ['caching:sep-2549-prompts-list-caching-hints']],
    [
      'no tool repeats an argument in a header',
      [
        'http-custom-header-server-validation:sep-2243-server-no-xmcp-tool',
        'http-custom-header-server-validation:sep-2243-server-decode-base64',
        'http-custom-header-server-validation:sep-2243-server-validate-param-match',
        'http-custom-header-server-validation:sep-2243-server-reject-invalid-param-chars',
        'http-custom-header-server-validation:sep-2243-server-reject-param-mismatch',
      ],
    ],
    [
      NO_INPUT,
      [
        'input-required-result-basic-elicitation:sep-2322-elicitation-incomplete',
        'input-required-result-basic-sampling:sep-2322-sampling-incomplete',
        'input-required-result-basic-list-roots:sep-2322-list-roots-incomplete',
        'input-required-result-request-state:sep-2322-request-state-incomplete',
        'input-required-result-multiple-input-requests:sep-2322-multiple-inputs-incomplete',
        'input-required-result-multi-round:sep-2322-multi-round-r1',
        'input-required-result-missing-input-response:sep-2322-missing-response-rerequests',
        'input-required-result-non-tool-request:sep-2322-non-tool-incomplete',
        'input-required-result-result-type:sep-2322-result-type-included',
        'input-required-result-tampered-state:sep-2322-reject-tampered-state',
        'input-required-result-capability-check:sep-2322-respect-client-capabilities',
        'input-required-result-ignore-extra-params:sep-2322-ignore-unexpected-params',
      ],
    ],
    [
      NO_TASKS,
      [
        'tasks-lifecycle:*',
        'tasks-capability-negotiation:*',
        'tasks-wire-fields:*',
        'tasks-request-state-removal:*',
        'tasks-mrtr-input:*',
        'tasks-mrtr-composition:*',
        'tasks-request-headers:*',
        'tasks-dispatch-and-envelope:*',
        'tasks-required-task-error:*',
      ],
    ],
  ],
}

/** The reason of each check that must fail. */
export const NOT_APPLICABLE: Readonly<Record<Revision, ReadonlyMap<string, string>>> = {
  '2025-11-25': reasonsOf('2025-11-25'),
  '2026-07-28': reasonsOf('2026-07-28'),
}

function reasonsOf(revision: Revision): Map<string, string> {
  return new Map([...BOTH, ...ONLY[revision]].flatMap(([reason, checks]) => checks.map((check) => [check, reason])))
}
