// The element of a list that must exist, in place of `list[i]!`. Loops over millions of elements keep the `!`.

/** A negative index counts from the end. */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const i = index < 0 ? list.length + index : index
  if (i >= 0 && i < list.length) return list[i]!
  throw new RangeError(`There is no element ${index} in a list of ${list.length}.`)
}
