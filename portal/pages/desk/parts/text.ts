// Text shared by several desk pages: decisions, import outcomes, progress.
import text from '../../../../assets/texts/en/portal/desk/parts.json' with { type: 'json' }

export { text }
