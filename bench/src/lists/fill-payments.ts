import type { WalletId } from "../../../packages/server/src/kernel/ids.ts";
import { microBatch } from "../../../packages/server/src/platform/database/micro-batch.ts";
import { connect } from "../../../packages/server/src/platform/database/pool.ts";
import { machineClock } from "../../../packages/server/src/platform/machine/clock.ts";
import { machineRandom } from "../../../packages/server/src/platform/machine/random.ts";
import { reserveMany } from "../../../packages/server/src/slices/payments/store/batched.ts";
import { draftPayment } from "../draft-payment.ts";
import type { Environment } from "../environment.ts";
import type { Projects } from "../projects.ts";

/** So many payments are what one filter wants: one in a thousand. */
export const RARE = 1_000;
/** By one statement, which ends in time on a slow machine too. */
const FILL = 10_000;

export type Filled = {
  /** A second after another, from here on. */
  readonly since: Date;
  /** That asked for some of them. */
  readonly keyId: string;
  /** Whom some of them went to. */
  readonly recipient: string;
};

/**
 * Gives a wallet this many payments, a second after another: copies of one that the product has made. One in a thousand
 * has failed, another one was asked for by a key with a policy, another one went elsewhere; each has its `internalId`.
 */
export async function fillPayments(
  environment: Environment,
  projects: Projects,
  { wallet, payments }: { readonly wallet: WalletId; readonly payments: number },
): Promise<Filled> {
  const { admin } = environment;
  const id = await payOnce(environment, projects);
  const since = new Date(Date.now() - payments * 1_000);
  const [key] = await admin.query<{ id: string }>({ text: "select id from projects.project_key limit 1", values: [] });
  const keyId = key?.id ?? "";
  const recipient = "rare@shop.example";
  const fill = (from: number, to: number) => ({
    text: `
      insert into payments.payment
      select copy.*
        from payments.payment t, generate_series($8::int, $2::int) n,
             jsonb_populate_record(t, jsonb_build_object(
               'id', regexp_replace(lpad(to_hex($3::bigint + n * 1000), 12, '0'), '(.{8})(.{4})', '\\1-\\2-7000-8000-')
                     || lpad(n::text, 12, '0'),
               'wallet_id', $4::text,
               'created_at', to_timestamp($3::bigint / 1000 + n),
               'internal_id', 'order-' || n,
               'state', case when n % $5::int = 1 then 'failed' else 'completed' end,
               'previous_state', 'created',
               'failure_code', case when n % $5::int = 1 then 'no_route' end,
               'fee_msats', case when n % $5::int = 1 then null else 0 end,
               'key_id', case when n % $5::int = 2 then $6::text end,
               'key_hour', case when n % $5::int = 2 then 1 end,
               'destination', case when n % $5::int = 3 then $7::text else 'shop@shop.example' end)) copy
       where t.id = $1`,
    values: [id, to, since.getTime(), wallet, RARE, keyId, recipient, from],
  });
  for (let from = 1; from <= payments; from += FILL) await admin.query(fill(from, Math.min(from + FILL - 1, payments)));
  return { since, keyId, recipient };
}

async function payOnce({ url, role }: Environment, projects: Projects): Promise<string> {
  const db = connect({ url, role, max: 2, name: "bench lists" });
  try {
    const batch = microBatch({ db, clock: machineClock });
    const payment = draftPayment(projects, machineRandom().uuid);
    const { kind } = await batch(reserveMany, payment);
    if (kind !== "completed") throw new Error(`the payment is ${kind}`);
    return payment.id;
  } finally {
    await db.close();
  }
}
