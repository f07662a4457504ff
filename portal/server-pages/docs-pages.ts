// The script of the documentation pages: search, copy buttons, remembered language of samples, test key, Try it.
import { addCopyButtons } from './copy-code.ts'
import { rememberLanguage } from './sample-language.ts'
import { startSearch } from './search-box.ts'
import { fillTestKey } from './test-key.ts'
import { addTryIt } from './try-it.ts'

fillTestKey()
rememberLanguage()
addCopyButtons()
startSearch()
addTryIt()
