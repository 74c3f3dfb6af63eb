import { InvalidInput } from "#kernel/errors.ts";
import type { ProjectId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { findProject, ProjectNotFound } from "#projects";
import { writeOrigins } from "../store/sessions.ts";

/** Sites of a project. Ours. */
const ORIGINS_MAX = 20;

/**
 * Says which sites may show the page of a project's sessions in a frame, in place of those that were said before.
 * @throws {InvalidInput} when one is no origin such as https://shop.example; {ProjectNotFound}
 */
export async function changeOrigins(
  { db }: { readonly db: Db },
  { projectId, origins }: { readonly projectId: ProjectId; readonly origins: readonly string[] },
): Promise<void> {
  if (origins.length > ORIGINS_MAX) throw new InvalidInput("origins", `must be at most ${ORIGINS_MAX}`);
  for (const origin of origins) requireOrigin(origin);
  if ((await findProject(db, projectId)) === undefined) throw new ProjectNotFound(projectId);
  await writeOrigins(db, projectId, origins);
}

/** https alone, but on this machine: a frame on a site without TLS could be anybody's. */
function requireOrigin(text: string): void {
  const url = URL.parse(text);
  const isHere = url !== null && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isHere);
  if (!isSafe || url.origin !== text)
    throw new InvalidInput("origins", `must be origins such as https://shop.example, and ${text} is none`);
}
