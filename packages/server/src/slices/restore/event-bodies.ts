import type { EventBodies } from "#events";
import { presentRestored } from "./present-restored.ts";

/** Of `service.restored`: the hours as they were when projects were told. */
export const eventBodies: EventBodies = async (_db, events) =>
  new Map(events.map(({ id, objectId, facts }) => [id, { data: presentRestored(objectId, facts as Facts) }]));

/** As `restore.tell_projects` writes them. */
type Facts = { readonly from: string | null; readonly until: string };
