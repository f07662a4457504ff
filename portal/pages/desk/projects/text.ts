// Text of the project editor and of merging.
import text from '../../../../assets/texts/en/portal/desk/projects.json' with { type: 'json' }

export { text }
