// Text of the sources page: freshness, refresh, versions and rollback.
import { chooseLanguage } from '../../../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    lead: 'Where the data comes from and how old it is.',
    freshness: 'Freshness',
    age: 'Last updated',
    lastRun: 'Last import',
    refreshed: 'Refreshed daily',
    refreshModes: { daily: 'Yes', off: 'Turned off', generated: 'Generated', no: 'No' },
    lastRefreshColumn: 'Last refresh',
    never: 'never',
    ago: {
      now: 'just now',
      minutes: (n: string) => `${n} min ago`,
      hours: (n: string) => `${n} h ago`,
      days: (n: string) => `${n} days ago`,
    },
    noSources: 'No data yet. Import a file, or publish the demonstration data with: plinth demo',
    nextRefresh: (time: string, daily: string) => `Next refresh: ${time} (every day at ${daily} UTC).`,
    lastRefresh: (time: string) => `Last refresh: ${time}.`,
    noRefresh: 'No refresh has run yet.',
    refreshNow: 'Refresh now',
    refreshing: 'Refreshing…',
    refreshElsewhere: 'Another node is already refreshing.',
    versions: 'Versions',
    version: 'Version',
    note: 'Note',
    versionsLead: 'Each publish creates a version. A rollback publishes an older version again, as a new one.',
    current: 'In force',
    madeBy: { rollback: 'Rollback', correction: 'Correction', merge: 'Merge' },
    rollBack: 'Roll back…',
    rollBackTo: (version: string) => `Roll back to ${version}?`,
    preview: (created: string, changed: string, gone: string) =>
      `${created} projects are restored, ${changed} changed and ${gone} removed.`,
    noDifference: 'The two versions are identical. There is nothing to roll back.',
    next: 'Continue',
    confirmTitle: 'Are you sure?',
    confirmLead: (version: string) =>
      `All callers get the data of ${version} within a second, and webhooks are sent for every change. The current version stays in the list.`,
    submit: 'Roll back',
    rolledBack: (version: string, newVersion: string) => `Rolled back to ${version}, published as ${newVersion}.`,
  },
})
