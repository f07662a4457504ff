// Seeded random numbers, so that a failing case can be repeated.
export { Random as SeededRandom } from '../../tools/shared/random.ts'
