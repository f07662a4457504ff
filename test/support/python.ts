// The Python that runs the tests of the Python client and the snippets of the docs.
import { findPython } from './tools.ts'

/** Tests that import it are left out where there is none. */
export const PYTHON = findPython()!
