import type { IdRange, ProjectId, UserId } from "#kernel/ids.ts";
import { type Db, type Part, part, type Statement, sql } from "#platform/database/db.ts";
import { type Column, pageBy } from "#platform/database/in-page.ts";
import type { Purchase, PurchaseId, PurchaseState } from "../model/purchase.ts";
import type { SessionId } from "../model/session.ts";
import type { Begun } from "../model/timeline.ts";
import { type PurchaseRow, toPurchase } from "./purchase-row.ts";

/** What is wanted of a project's purchases. One of `session` and `user` at most: each has its index. */
export type PurchaseFilter = {
  readonly state?: PurchaseState | undefined;
  readonly session?: SessionId | undefined;
  readonly user?: UserId | undefined;
  /** Made at `from` or later, and before `to`. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
};

/** A purchase of this owner, once it was begun: before, it is a price that somebody asked for. */
export async function findPurchaseOf(
  db: Db,
  owner: PurchaseOwner,
  id: PurchaseId,
): Promise<(Purchase & Begun) | undefined> {
  const [row] = await db.query<BegunRow>(named(ownedBy(owner), namedBy({ id })));
  return row && toBegun(row);
}

type BegunRow = PurchaseRow & { readonly begun_at: Date };

function toBegun(row: BegunRow): Purchase & Begun {
  const { begun_at: begunAt, ended_at, declined_at } = row;
  return { ...toPurchase(row), begunAt, endedAt: ended_at ?? undefined, declinedAt: declined_at ?? undefined };
}

/** A page of the project's purchases that were begun, newest first. */
export async function listPurchases(
  db: Db,
  page: { readonly project: ProjectId; readonly range: IdRange; readonly limit: number },
  { state, session, user, ...made }: PurchaseFilter = {},
): Promise<(Purchase & Begun)[]> {
  const ofProject: Column = [part`project_id`, part`${page.project}`];
  const name = nameOf({ state, session, user });
  const { isIn, order } = pageBy(name === undefined ? [ofProject] : [ofProject, name], page.range, made);
  const isInState = state === undefined || (session ?? user) === undefined ? part`true` : part`state = ${state}`;
  const rows = await db.query<BegunRow>(sql`
    select *
      from ramp.purchase
     where ${isIn}
       and begun_at is not null
       and ${isInState}
     order by ${order}
     limit ${page.limit}`);
  return rows.map(toBegun);
}

/** Of the index of a name, or of the state. */
function nameOf({ state, session, user }: PurchaseFilter): Column | undefined {
  if (session !== undefined) return [part`session_id`, part`${session}`];
  if (user !== undefined) return [part`user_id`, part`${user}`];
  return state === undefined ? undefined : [part`state`, part`${state}`];
}

/** Who may see a purchase: the project in whose session it was begun, and the person. */
export type PurchaseOwner = { readonly project: ProjectId } | { readonly user: UserId };

/** The id of a purchase, its number, or the payment that delivers it. */
export type PurchaseName = { readonly id: string } | { readonly number: string } | { readonly payment: string };

/** The purchases of an owner that are named so and were begun: one, but for a number that two have got by chance. */
export async function listPurchasesNamed(db: Db, of: PurchaseOwner, name: PurchaseName): Promise<Purchase[]> {
  const rows = await db.query<PurchaseRow>(named(ownedBy(of), namedBy(name)));
  return rows.map(toPurchase);
}

/** Purchases of a user that were delivered, or are to be, with one of these invoices. */
export async function listPurchasesByInvoice(db: Db, user: UserId, invoices: readonly string[]): Promise<Purchase[]> {
  const rows = await db.query<PurchaseRow>(sql`
    select *
      from ramp.purchase
     where user_id = ${user}
       and begun_at is not null
       and invoice = any (${invoices}::text[])`);
  return rows.map(toPurchase);
}

function ownedBy(of: PurchaseOwner): Part {
  return "project" in of ? part`project_id = ${of.project}` : part`user_id = ${of.user}`;
}

function namedBy(name: PurchaseName): Part {
  if ("id" in name) return part`id = ${name.id}`;
  return "number" in name ? part`right(id::text, 12) = ${name.number}` : part`payment_id = ${name.payment}`;
}

function named(isOwned: Part, isNamed: Part): Statement {
  return sql`
    select *
      from ramp.purchase
     where ${isOwned}
       and begun_at is not null
       and ${isNamed}`;
}
