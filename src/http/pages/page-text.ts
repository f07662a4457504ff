// Text of the server-rendered pages.
import type en from '#texts/en/server/pages.json'
import { readTexts } from '../../kernel/texts/server-texts.ts'

export const pageText = readTexts<typeof en>('server/pages')

export type PageText = ReturnType<typeof pageText>
