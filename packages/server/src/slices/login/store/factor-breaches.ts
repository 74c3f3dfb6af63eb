import { sql, type Tx } from "#platform/database/db.ts";

type Breach = { readonly line: string };

async function linesOf(rows: Promise<Breach[]>): Promise<readonly string[]> {
  return (await rows).map(({ line }) => line);
}

export async function listFactorsWithoutUser(tx: Tx, limit: number): Promise<readonly string[]> {
  return await linesOf(
    tx.query(sql`
      select format('factors of user %s, who does not exist', f.user_id) as line
        from login.factor_set f
       where not users.has_user(f.user_id)
       limit ${limit}`),
  );
}

/** Used ones count: each set of codes is written, and replaced, as a whole. */
export async function listWrongRecoveryCodes(tx: Tx, most: number, limit: number): Promise<readonly string[]> {
  return await linesOf(
    tx.query(sql`
      select format('user %s has %s recovery codes', t.user_id, count(r.user_id)) as line
        from login.totp t
        left join login.recovery_code r
          on r.user_id = t.user_id
       group by t.user_id
      having count(r.user_id) <> ${most}
       limit ${limit}`),
  );
}

export async function listTooManyKeys(tx: Tx, most: number, limit: number): Promise<readonly string[]> {
  return await linesOf(
    tx.query(sql`
      select format('user %s has %s %s', k.user_id, count(*), k.kind) as line
        from (
          select user_id, 'passkeys' as kind from login.passkey
           union all
          select user_id, 'wallets' from login.lightning_key
        ) k
       group by k.user_id, k.kind
      having count(*) > ${most}
       limit ${limit}`),
  );
}

/** `step`: the newest of which a code may have been taken by now. */
export async function listStepsAhead(tx: Tx, step: number, limit: number): Promise<readonly string[]> {
  return await linesOf(
    tx.query(sql`
      select format('the authenticator app of user %s has taken a code of step %s', user_id, last_step) as line
        from login.totp
       where last_step > ${BigInt(step)}
       limit ${limit}`),
  );
}
