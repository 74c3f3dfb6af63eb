/** Of a page of a project, below the dashboard; of the first page without `path`. */
export function addressOf(project: string, path = ""): string {
  return path === "" ? `/projects/${project}` : `/projects/${project}/${path}`;
}
