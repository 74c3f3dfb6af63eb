import { beforeAll, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { idRange, NO_RANGE, type ProjectId, type ProjectKeyId, type UserId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import { pay } from "#payments";
import type { Db, Statement } from "#platform/database/db.ts";
import { connect } from "#platform/database/pool.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { listEvents } from "#slices/events/store/events.ts";
import { settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { listChanges } from "#slices/members/store/changes.ts";
import { findKnownUser, listKnownUsers } from "#slices/oauth/store/known-users.ts";
import { listPayments } from "#slices/payments/store/lists.ts";
import { listPaymentsByHash, listPaymentsByTransfer } from "#slices/payments/store/search.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { listPurchases, listPurchasesNamed } from "#slices/ramp/store/purchase-lists.ts";
import { listSessions } from "#slices/ramp/store/sessions.ts";
import { listCharges } from "#slices/receiving/store/charges.ts";
import { givenCharge } from "#slices/receiving/testing/receiving.harness.ts";
import { listRefused } from "#slices/requests/store.ts";
import { issueVouchers } from "#slices/vouchers/issue/issue-vouchers.ts";
import { listVouchersByCode, listVouchersMovedBy, listVouchersTo } from "#slices/vouchers/store/search.ts";
import { listVouchers } from "#slices/vouchers/store/vouchers.ts";

/** Rows of one owner, a second apart. One in 400 is what a filter wants. */
const ROWS = 8_000;
const WANTED = ROWS / 400;
const START = Date.UTC(2026, 0, 1);
const [FROM, TO] = [new Date(START + 1_000_000), new Date(START + 1_010_000)];
const KEY = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60701" as ProjectKeyId;
const USER = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60702" as UserId;
const RARE = "n % 400 = 0";

const ID = `(regexp_replace(lpad(to_hex(${START} + n * 1000), 12, '0'), '(.{8})(.{4})', '\\1-\\2-7000-8000-') || lpad(n::text, 12, '0'))`;
const AT = `to_timestamp(${START} / 1000 + n)`;

/** Copies the one row of a table, with other values in these columns. */
const copies = (table: string, columns: Readonly<Record<string, string>>) => `
  insert into ${table}
  select copy.*
    from ${table} t, generate_series(1, ${ROWS}) n, jsonb_populate_record(t, jsonb_build_object(
           'id', ${ID}, 'created_at', ${AT},
           ${Object.entries(columns)
             .map(([name, value]) => `'${name}', ${value}`)
             .join(", ")})) copy`;

const PAYMENTS = copies("payments.payment", {
  internal_id: "'order-' || n",
  payment_hash: "null",
  preimage: "null",
  transfer_id: "md5('t' || n)::uuid",
  key_id: `case when ${RARE} then '${KEY}' end`,
  key_hour: `case when ${RARE} then 1 end`,
  destination: `case when ${RARE} then 'Rare@example.com' else 'shop@example.com' end`,
  previous_state: `case when n % 400 = 1 then 'created' else 'dispatched' end`,
  state: `case when n % 400 = 1 then 'resolving' when n % 200 = 0 then 'failed' else 'completed' end`,
  invoice: "null",
  fee_msats: "case when n % 400 = 1 or n % 200 = 0 then null else 7 end",
  failure_code: `case when n % 200 = 0 then 'no_route' end`,
  processed_at: `case when n % 400 <> 1 then ${AT} end`,
  due_at: `case when n % 400 = 1 then ${AT} end`,
});
const CHARGES = copies("receiving.charge", {
  internal_id: "'order-' || n",
  payment_hash: "'\\x' || lpad(to_hex(n), 64, '0')",
  state: `case when ${RARE} then 'pending' else 'expired' end`,
  due_at: `case when ${RARE} then ${AT} end`,
});
const VOUCHERS = copies("vouchers.voucher", {
  internal_id: "'order-' || n",
  token_hash: "'\\x' || lpad(to_hex(n), 64, '0')",
  code: "lpad(upper(to_hex(n)), 8, '0')",
  create_transfer_id: "md5('v' || n)::uuid",
  key_id: `case when ${RARE} then '${KEY}' end`,
  key_hour: `case when ${RARE} then 1 end`,
  recipient_hash: `case when ${RARE} then '\\x' || repeat('ab', 32) end`,
  state: `case when ${RARE} then 'open' else 'expired' end`,
  due_at: `case when ${RARE} then ${AT} end`,
  ended_at: `case when ${RARE} then null else ${AT} end`,
});
const SESSIONS = (project: string) => `
  insert into ramp.session (
    id, project_id, email, webhook_url, reference_id, token_hash, state, created_at, expires_at, ended_at)
  select ${ID}::uuid, '${project}', case when ${RARE} then 'rare@example.com' else 'a@example.com' end,
         'https://shop.example/', 'order-' || n, sha256(n::text::bytea),
         case when ${RARE} then 'canceled' else 'expired' end, ${AT}, ${AT} + interval '15 minutes', ${AT}
    from generate_series(1, ${ROWS}) n`;
const PURCHASES = (project: string) => `
  insert into ramp.purchase (
    id, session_id, project_id, user_id, state, previous_state, currency, source_minor, fee_minor, price_minor,
    price_source, limit_minor, amount_msats, fee_limit_msats, destination, destination_key, mail_key, network,
    processor, reference, payment_id, invoice, created_at, quote_until, begun_at, changed_at, ended_at)
  select ${ID}::uuid, ${ID}::uuid, '${project}', case when ${RARE} then '${USER}' else gen_random_uuid() end,
         case when ${RARE} then 'completed' else 'canceled' end,
         case when ${RARE} then 'delivering' else 'requires_payment' end, 'EUR', 2500, 50, 9200000, 'fixed', 2500,
         1000000, 10000, 'a@b.example', 'a@b.example', repeat('0', 64), '192.0.2.1', 'test',
         'pay_' || n, md5('p' || n)::uuid, 'lnbc1', ${AT}, ${AT}, ${AT}, ${AT}, ${AT}
    from generate_series(1, ${ROWS}) n`;
const USERS = (project: string) => `
  insert into oauth.app (id, client_id, project_id, name, redirect_uris, created_at)
  select gen_random_uuid(), 'client-' || lpad(n::text, 29, '0'), '${project}', 'a game', '{https://shop.example/}', now()
    from generate_series(1, 3) n;
  insert into oauth.consent (user_id, client_id, scopes, created_at, updated_at)
  select md5('u' || n)::uuid, 'client-' || lpad((1 + n % 3)::text, 29, '0'), '{user}', ${AT}, ${AT}
    from generate_series(1, ${ROWS}) n`;

const CHANGES = (project: string) => `
  insert into members.change (id, project_id, user_id, role, operation, subject, request_id, network, asked_at)
  select ${ID}::uuid, '${project}', '${USER}', 'owner', 'changeKey', case when ${RARE} then '${KEY}' else 'k' || n end,
         'r' || n, '192.0.2.1', ${AT}
    from generate_series(1, ${ROWS}) n`;
const EVENTS = (project: string) => `
  insert into events.event (id, owner_id, type, object_id, sequence, streamed, no, created_at)
  select ${ID}::uuid, '${project}', 'payment.completed', case when ${RARE} then '${KEY}' else ${ID} end::uuid, n, false,
         1000000 + n, ${AT}
    from generate_series(1, ${ROWS}) n`;
const REFUSED = (project: string) => `
  insert into requests.refused (id, project_id, key_id, request_id, at, method, route, path, status, code, message,
                                details, network, took_ms)
  select ${ID}::uuid, '${project}', case when ${RARE} then '${KEY}' else '${USER}' end::uuid, 'r' || n, ${AT}, 'GET',
         '/', '/', case when ${RARE} then 503 else 400 end, case when ${RARE} then 'rare' else 'usual' end, '', '[]',
         '192.0.2.1', 1
    from generate_series(1, ${ROWS}) n`;

onDatabase("a list, and a search, among many rows of one owner", (database) => {
  let caller: Caller;
  let project: ProjectId;

  beforeAll(async () => {
    const { admin } = database();
    const world = createWorld(database());
    world.node.plan = settles();
    caller = await world.project("shop", sats(1_000n));
    project = caller.wallet.owner.id as ProjectId;
    await pay(world.pay, world.request(caller, { lnAddress: world.recipient("shop") }));
    await world.settled();
    await givenCharge(database(), caller);
    const draft = { amount: sats(10n), description: "", expirySeconds: 3_600, internalId: undefined };
    await issueVouchers(world.pay, { caller, kind: "voucher", operation: "test", vouchers: [draft] });
    for (const text of [
      PAYMENTS,
      CHARGES,
      VOUCHERS,
      SESSIONS(project),
      PURCHASES(project),
      ...USERS(project).split(";"),
      CHANGES(project),
      EVENTS(project),
      REFUSED(project),
      "vacuum analyze",
    ])
      await admin.query({ text, values: [] });
  });

  /** How the database runs what `list` asks for: with these values, and with any. */
  async function plansOf(list: (db: Db) => Promise<readonly unknown[]>) {
    const { db, url } = database();
    const asked: Statement[] = [];
    const query: Db["query"] = async (statement) => {
      asked.push(statement);
      return await db.query(statement);
    };
    const rows = await list({ ...db, query });
    expect(asked).toHaveLength(1);
    const { text, values } = asked[0] as Statement;
    type Explain = { query(statement: Statement): Promise<Record<string, unknown>[]> };
    const linesOf = async (on: Explain, statement: Statement) =>
      (await on.query(statement)).map((line) => line["QUERY PLAN"]).join("\n");
    const now = await linesOf(db, { text: `explain analyze ${text}`, values });
    const generic = connect({ url, max: 1, name: "plans" });
    const connection = await generic.connection(); // plans for any value
    await connection.query({ name: "prepare", text: `prepare listed as ${text}`, values: [] });
    const nulls = values.length === 0 ? "" : `(${values.map(() => "null").join(", ")})`;
    const any = await linesOf(connection, { name: "plan", text: `explain execute listed${nulls}`, values: [] });
    await generic.close();
    const dropped = [...now.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, count]) => Number(count));
    return { rows, now, any, dropped: Math.max(0, ...dropped) };
  }

  const limit = 21;
  const page = () => ({ wallet: caller.wallet.id, limit });
  const inTime = () => ({ ...page(), range: idRange({ from: FROM, to: TO }) });
  const vouchers = () => ({ ...page(), kind: "voucher" as const });
  const ofProject = () => ({ project, projectId: project, range: NO_RANGE, limit });
  const ofOwner = () => ({ ownerId: project, limit });
  const changes = (subject?: string) => ({ project, subject, before: NO_RANGE.before, limit });
  const time = { from: FROM, to: TO };
  const hash = new Uint8Array(32).fill(0xab);

  it.each<[string, RegExp, number, (db: Db) => Promise<readonly unknown[]>]>([
    ["payments", /payment_by_wallet/, limit, (db) => listPayments(db, page())],
    ["payments of a time", /payment_by_wallet/, 10, (db) => listPayments(db, inTime(), time)],
    ["completed payments", /payment_by_wallet/, limit, (db) => listPayments(db, page(), { status: "completed" })],
    ["failed payments", /payment_failed_by_wallet/, limit, (db) => listPayments(db, page(), { status: "failed" })],
    ["pending payments", /payment_due/, WANTED, (db) => listPayments(db, page(), { status: "processing" })],
    ["payments of a name", /payment_by_internal_id/, 1, (db) => listPayments(db, page(), { internalId: "order-17" })],
    ["payments of a key", /payment_by_key/, WANTED, (db) => listPayments(db, page(), { key: KEY })],
    [
      "completed payments of a key: none",
      /payment_by_key/,
      0,
      (db) => listPayments(db, page(), { key: KEY, status: "completed" }),
    ],
    [
      "payments to somebody",
      /payment_by_recipient/,
      WANTED,
      (db) => listPayments(db, page(), { recipient: "rare@EXAMPLE.com" }),
    ],
    [
      "failed payments to somebody else",
      /payment_by_recipient/,
      WANTED,
      (db) => listPayments(db, page(), { recipient: "shop@example.com", status: "failed" }),
    ],
    [
      "payments of a hash",
      /payment_by_hash/,
      0,
      (db) => listPaymentsByHash(db, caller.wallet.id, { hashes: [hash], limit }),
    ],
    [
      "payments of a transfer",
      /payment_(by_wallet|pkey)/,
      0,
      (db) => listPaymentsByTransfer(db, caller.wallet.id, KEY),
    ],
    ["charges", /charge_by_wallet/, limit, (db) => listCharges(db, page())],
    ["pending charges", /charge_by_state/, WANTED + 1, (db) => listCharges(db, page(), { status: "pending" })],
    [
      "expired charges of a time",
      /charge_by_state/,
      10,
      (db) => listCharges(db, inTime(), { ...time, status: "expired" }),
    ],
    ["completed charges: none", /charge_by_state/, 0, (db) => listCharges(db, page(), { status: "completed" })],
    [
      "charges of a static charge: none",
      /charge_by_static/,
      0,
      (db) => listCharges(db, page(), { staticCharge: KEY as never }),
    ],
    ["vouchers", /voucher_by_wallet/, limit, (db) => listVouchers(db, vouchers())],
    ["open vouchers", /voucher_by_state/, WANTED + 1, (db) => listVouchers(db, vouchers(), { states: ["open"] })],
    [
      "vouchers that have ended in either way",
      /voucher_by_state/,
      limit,
      (db) => listVouchers(db, vouchers(), { states: ["expired", "revoked"] }),
    ],
    ["vouchers of a key", /voucher_by_key/, WANTED, (db) => listVouchers(db, vouchers(), { key: KEY })],
    [
      "vouchers of a name",
      /voucher_by_internal_id/,
      1,
      (db) => listVouchers(db, vouchers(), { internalId: "order-17" }),
    ],
    ["vouchers of a code", /voucher_by_wallet_code/, 1, (db) => listVouchersByCode(db, page(), "00000011")],
    ["vouchers to somebody", /voucher_by_recipient/, WANTED, (db) => listVouchersTo(db, page(), hash)],
    ["vouchers of a transfer", /voucher_by_end/, 0, (db) => listVouchersMovedBy(db, page(), KEY)],
    ["sessions", /session_by_project/, limit, (db) => listSessions(db, ofProject())],
    ["canceled sessions", /session_by_state/, WANTED, (db) => listSessions(db, ofProject(), { state: "canceled" })],
    ["open sessions: none", /session_by_state/, 0, (db) => listSessions(db, ofProject(), { state: "open" })],
    ["expired sessions", /session_by_state/, limit, (db) => listSessions(db, ofProject(), { state: "expired" })],
    ["sessions of a name", /session_by_reference/, 1, (db) => listSessions(db, ofProject(), { reference: "order-17" })],
    [
      "sessions of an address",
      /session_by_email/,
      WANTED,
      (db) => listSessions(db, ofProject(), { email: "rare@example.com" }),
    ],
    ["purchases", /purchase_by_project/, limit, (db) => listPurchases(db, ofProject())],
    [
      "completed purchases",
      /purchase_by_state/,
      WANTED,
      (db) => listPurchases(db, ofProject(), { state: "completed" }),
    ],
    [
      "purchases of a person",
      /purchase_by_(buyer|user)/,
      WANTED,
      (db) => listPurchases(db, ofProject(), { user: USER }),
    ],
    [
      "purchases of a session: none",
      /purchase_by_session/,
      0,
      (db) => listPurchases(db, ofProject(), { session: KEY as never }),
    ],
    [
      "purchases of a number",
      /purchase_by_number/,
      1,
      (db) => listPurchasesNamed(db, { project }, { number: "000000000017" }),
    ],
    [
      "purchases of a payment: none",
      /purchase_payment_id_key/,
      0,
      (db) => listPurchasesNamed(db, { project }, { payment: KEY }),
    ],
    ["users", /consent_by_client/, limit, (db) => listKnownUsers(db, { project, before: undefined, limit })],
    [
      "users after a place",
      /consent_by_client/,
      limit,
      (db) => listKnownUsers(db, { project, before: { since: FROM, userId: USER, clientId: "x" as never }, limit }),
    ],
    ["changes", /change_(by_project|pkey)/, limit, (db) => listChanges(db, changes())],
    ["changes of a thing", /change_by_subject/, WANTED, (db) => listChanges(db, changes(KEY))],
    ["changes of a thing: none", /change_by_subject/, 0, (db) => listChanges(db, changes(USER))],
    ["events of an object", /event_by_object/, WANTED, (db) => listEvents(db, ofOwner(), { objectId: KEY })],
    ["refused requests", /refused_by_project/, limit, (db) => listRefused(db, ofProject(), {})],
    [
      "refused requests of a status",
      /refused_by_status/,
      WANTED,
      (db) => listRefused(db, ofProject(), { status: 503 }),
    ],
    ["refused requests of a code", /refused_by_code/, WANTED, (db) => listRefused(db, ofProject(), { code: "rare" })],
    ["refused requests of a key", /refused_by_key/, WANTED, (db) => listRefused(db, ofProject(), { keyId: KEY })],
    ["a user", /consent_pkey/, 0, (db) => findKnownUser(db, project, USER)],
  ])("%s: read by an index, and hardly a row more than is wanted", async (_, index, count, list) => {
    const { rows, now, any, dropped } = await plansOf(list);
    expect(rows).toHaveLength(count);
    for (const plan of [now, any]) {
      expect(plan).toMatch(index);
      expect(plan).not.toMatch(/Seq Scan on (payment|charge|voucher|session|purchase|consent|change|event|refused)\b/);
    }
    expect(dropped, now).toBeLessThanOrEqual(125); // of a time: a minute before, and a minute after
  });
});
