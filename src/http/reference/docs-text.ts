// Text of the documentation pages. Operations, fields and events are described in English only.
import type en from '#texts/en/server/docs.json'
import { readTexts } from '../../kernel/texts/server-texts.ts'

export const docsText = readTexts<typeof en>('server/docs')

export type DocsText = ReturnType<typeof docsText>
