import { useHere } from "../context.ts";

/** All rows with these filters as a file, which the service writes while it reads. */
export function CsvLink({ path, query }: { path: string; query: Readonly<Record<string, string>> }) {
  const { project } = useHere();
  const search = new URLSearchParams({ ...query, format: "csv" });
  const address = `/dashboard/api/projects/${encodeURIComponent(project.id)}${path}?${search}`;
  return (
    <a className="button second" href={address} download>
      Export CSV
    </a>
  );
}
