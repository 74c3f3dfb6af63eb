/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - first steps: What a new project has done of what others do on their first day.
 */
