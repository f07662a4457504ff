// Text of the import pages.
import text from '../../../../assets/texts/en/portal/desk/imports.json' with { type: 'json' }

export { text }
