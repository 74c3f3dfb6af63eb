/** For an error that somebody else sees, or that nobody has to. Says so where an empty function would look forgotten. */
export function ignore(): void {
  // on purpose
}
