// Text of the sources page: freshness, refresh, versions and rollback.
import text from '../../../../assets/texts/en/portal/desk/sources.json' with { type: 'json' }

export { text }
