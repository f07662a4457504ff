// Runs once before the whole suite.
export async function setup(): Promise<void> {}
