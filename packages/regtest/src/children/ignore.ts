/** For an error that is handled elsewhere, or that needs no handling. */
export function ignore(): void {
  // on purpose
}
