// Settings that the prepared data folder and the servers on copies of it share.
export const TEST_SECRET = 'the secret of the tests, forty characters long'
export const TEST_PROJECTS = '60'
