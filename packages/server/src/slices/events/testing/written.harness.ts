import { type Db, one, sql } from "#platform/database/db.ts";
import { machineRandom } from "#platform/machine/random.ts";

const random = machineRandom();

export type GivenEndpoint = {
  readonly url?: string;
  readonly types?: readonly string[];
  readonly state?: "enabled" | "disabled";
};

/** An endpoint of a project, written by hand. Returns its id. */
export async function givenEndpoint(
  db: Db,
  owner: string,
  { url = "https://shop.example/hook", types, state = "enabled" }: GivenEndpoint = {},
): Promise<string> {
  const reason = state === "disabled" ? "test" : null;
  const rows = await db.query<{ id: string }>(sql`
    insert into events.endpoint (id, owner_id, url, types, description, state, disabled_reason, created_at, updated_at)
    values (${random.uuid()}, ${owner}, ${url}, ${types ?? null}::text[], '', ${state}, ${reason}, now(), now())
    returning id`);
  return one(rows).id;
}

/** The deliveries of the events of an object, in the order of the events. */
export type Written = {
  readonly id: string;
  readonly type: string;
  readonly owner: string;
  readonly sequence: number;
  readonly facts: Record<string, unknown> | null;
  readonly url: string;
  readonly host: string;
  readonly endpoint: string | null;
  readonly state: string;
  readonly dueAt: Date;
};

export async function deliveriesOf(db: Db, object: string): Promise<Written[]> {
  return await db.query<Written>(sql`
    select e.id, e.type, e.owner_id as owner, e.sequence, e.facts, d.url, d.host, d.endpoint_id as endpoint, d.state,
           d.due_at as "dueAt"
      from events.event e
      left join events.delivery d on d.event_id = e.id
     where e.object_id = ${object}
     order by e.created_at, e.sequence, e.type, d.url`);
}

/** The types alone, one for each delivery. */
export async function typesOf(db: Db, object: string): Promise<string[]> {
  return (await deliveriesOf(db, object)).map(({ type }) => type);
}
