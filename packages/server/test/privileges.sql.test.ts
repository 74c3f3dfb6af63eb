import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";

/** What the application's role may do with each table, and with single columns of it. Everything else is refused. */
const PRIVILEGES: Readonly<Record<string, string>> = {
  "events.attempt": "delete, insert, select",
  "events.callback_host": "delete, insert, select, update",
  "events.counter": "select, update",
  "events.delivery": "delete, insert, select, update",
  "events.endpoint": "delete, insert, select, update",
  "events.event": "delete, insert, select",
  "events.released_host": "delete, insert, select",
  "events.listening": "delete, insert, select, update",
  "events.resend": "delete, insert, select",
  "events.secret": "insert, select, update",
  "idempotency.begun_file": "delete, insert, select, update",
  "idempotency.claim": "delete, insert, select",
  "idempotency.claim_0": "truncate",
  "idempotency.claim_1": "truncate",
  "idempotency.generation": "select, update",
  "incidents.incident": "insert, select, update",
  "ledger.account": "insert, select, update",
  "ledger.audited": "insert, select, update",
  "ledger.full_audit": "select, update",
  "ledger.book": "select, update",
  "ledger.pause": "delete, insert, select, update",
  "ledger.posting": "insert, select",
  "ledger.sent_hour": "insert, select, update",
  "ledger.service_limit": "select, update",
  "ledger.service_limit_change": "insert, select",
  "ledger.spend_hour": "delete, insert, select, update",
  "ledger.unknown_spending": "delete, insert, select, update",
  "lightning.chain_booking": "insert, select",
  "lightning.foreign_payment": "insert, select, update",
  "lightning.former_settlement": "insert, select",
  "lightning.loss_taken_back": "insert, select",
  "lightning.node": "insert, select, update",
  "lightning.operator_booking": "insert, select",
  "lightning.past": "insert, select, update",
  "lightning.past_hash": "insert, select",
  "lightning.reading": "delete, insert, select, update",
  "lightning.real_money": "insert, select",
  "login.address": "delete, insert, select, update",
  "login.attempt": "delete, insert, select, update",
  "login.factor_set": "insert, select, update",
  "login.factor_try": "delete, insert, select, update",
  "login.known_browser": "delete, insert, select, update",
  "login.lightning_key": "delete, insert, select, update",
  "login.network": "delete, insert, select, update",
  "login.passkey": "delete, insert, select, update",
  "login.passkey_challenge": "delete, insert, select, update",
  "login.password": "delete, insert, select, update",
  "login.recovery_code": "delete, insert, select, update",
  "login.security_event": "delete, insert, select, update",
  "login.session": "delete, insert, select, update",
  "login.totp": "delete, insert, select, update",
  "login.wallet_challenge": "delete, insert, select, update",
  "mails.mail": "delete, insert, select, update",
  "mails.recipient": "delete, insert, select, update",
  "mails.sender": "insert, select, update",
  "members.change": "delete, insert, select, update",
  "members.invitation": "insert, select, update",
  "members.member": "insert, select, update",
  "notices.book": "select, update",
  "notices.receipt_wish": "delete, insert, select, update",
  "notices.told": "delete, insert, select, update",
  "notices.written": "delete, insert, select",
  "oauth.app": "insert, select, update",
  "oauth.app_secret": "insert, select, update",
  "oauth.artifact": "delete, insert, select, update",
  "oauth.consent": "delete, insert, select, update",
  "oauth.signing_key": "insert, select, update",
  "onchain.child": "insert, select",
  "onchain.child.due_at": "update",
  "onchain.child.finished_at": "update",
  "onchain.child.state": "update",
  "onchain.child.tries": "update",
  "onchain.given_up": "insert, select",
  "onchain.payment": "insert, select",
  "onchain.payment.counted_hour": "update",
  "onchain.payment.due_at": "update",
  "onchain.payment.finished_at": "update",
  "onchain.payment.replaced_by": "update",
  "onchain.payment.state": "update",
  "onchain.payment.tries": "update",
  "own_wallet.email_payment": "delete, insert, select, update",
  "own_wallet.email_sender": "insert, select, update",
  "own_wallet.note": "delete, insert, select, update",
  "payments.attempt": "insert, select",
  "payments.attempt.not_sent_reason": "update",
  "payments.attempt.reference": "update",
  "payments.completed_day": "delete, insert, select, update",
  "payments.given_up": "insert, select",
  "payments.payment": "insert, select, update",
  "payments.share": "delete, insert, select, update",
  "platform.journal_epoch": "select, update",
  "platform.journal_file": "insert, select, update",
  "platform.migration": "select",
  "platform.migration_mark": "select",
  "platform.proved_backup": "insert, select, update",
  "platform.secret_key": "insert, select",
  "projects.key_policy": "insert, select, update",
  "projects.project": "insert, select, update",
  "projects.project_key": "insert, select, update",
  "ramp.book": "select, update",
  "ramp.customer": "insert, select, update",
  "ramp.entry": "insert, select",
  "ramp.follower": "insert, select, update",
  "ramp.letter": "delete, insert, select",
  "ramp.message": "delete, insert, select",
  "ramp.project": "delete, insert, select, update",
  "ramp.purchase": "delete, insert, select, update",
  "ramp.session": "insert, select, update",
  "ramp.stray": "insert, select, update",
  "receiving.charge": "delete, insert, select, update",
  "receiving.node_cursor": "insert, select, update",
  "receiving.receipt": "insert, select",
  "receiving.receipt.assigned_by": "update",
  "receiving.receipt.assigned_to": "update",
  "receiving.receipt.charge_id": "update",
  "receiving.receipt.wallet_id": "update",
  "receiving.static_charge": "insert, select, update",
  "requests.hour": "delete, insert, select, update",
  "requests.project_hour": "delete, insert, select, update",
  "requests.refused": "delete, insert, select",
  "restore.opening": "insert, select",
  "restore.restore": "insert, select, update",
  "sandbox.change": "insert, select",
  "sandbox.counter": "select, update",
  "sandbox.identity": "insert, select, update",
  "sandbox.payment": "insert, select, update",
  "totals.counted": "select, update",
  "totals.project_hour": "insert, select, update",
  "users.level": "select, update",
  "users.terms_accepted": "insert, select",
  'users."user"': "insert, select, update",
  "vouchers.payout_rule": "insert, select",
  "vouchers.voucher": "insert, select, update",
  "vouchers.wrong_code": "delete, insert, select, update",
  "wallets.name": "insert, select, update",
  "wallets.wallet": "insert, select",
};

onDatabase("the application's role", (database) => {
  it("has exactly these rights on tables and columns", async () => {
    const rows = await database().admin.query<{ name: string; rights: string }>(sql`
      with granted as (
        select t.oid, null::name as column, a.privilege_type, a.grantee
          from pg_class t, aclexplode(t.relacl) a
        union all
        select c.attrelid, c.attname, a.privilege_type, a.grantee
          from pg_attribute c, aclexplode(c.attacl) a
      )
      select format('%I.%I', n.nspname, t.relname) || coalesce('.' || quote_ident(g.column), '') as name,
             string_agg(lower(g.privilege_type), ', ' order by g.privilege_type) as rights
        from granted g
        join pg_class t
          on t.oid = g.oid
        join pg_namespace n
          on n.oid = t.relnamespace
       where n.nspname not in ('pg_catalog', 'information_schema')
         and g.grantee in (0, 'leyden_app'::regrole)
       group by 1
       order by 1`);
    expect(Object.fromEntries(rows.map(({ name, rights }) => [name, rights]))).toEqual(PRIVILEGES);
  });

  it("owns nothing, so that no right is its own to take", async () => {
    const owned = await database().admin.query(
      sql`select relname from pg_class where relowner = 'leyden_app'::regrole`,
    );
    expect(owned).toEqual([]);
  });
});
