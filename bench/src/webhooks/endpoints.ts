import { randomUUID } from "node:crypto";
import type { Environment } from "../environment.ts";
import type { Projects } from "../projects.ts";

/** Gives each project an endpoint for the events of its payments. */
export async function registerEndpoints(
  { admin }: Environment,
  { projects }: Projects,
  urlOf: (place: number) => string,
): Promise<void> {
  await admin.query({
    text: `insert into events.endpoint (id, owner_id, url, types, description, state, created_at, updated_at)
           select u.id, u.owner, u.url, array['payment.completed', 'payment.failed'], 'benchmark', 'enabled', now(), now()
             from unnest($1::uuid[], $2::uuid[], $3::text[]) as u(id, owner, url)`,
    values: [projects.map(() => randomUUID()), projects.map(({ id }) => id), projects.map((_, i) => urlOf(i))],
  });
}
