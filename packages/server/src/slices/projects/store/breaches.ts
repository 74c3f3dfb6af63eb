import type { ProjectId } from "#kernel/ids.ts";
import { sql, type Tx } from "#platform/database/db.ts";

/** Projects whose wallet is not theirs. */
export async function listProjectsWithoutWallet(tx: Tx, limit: number): Promise<{ readonly id: ProjectId }[]> {
  return await tx.query(sql`
    select p.id
      from projects.project p
     where not wallets.is_owned(p.wallet_id, 'project', p.id)
     limit ${limit}`);
}

/** Projects whose handle is not the name of their wallet. */
export async function listProjectsWithoutName(tx: Tx, limit: number): Promise<{ readonly id: ProjectId }[]> {
  return await tx.query(sql`
    select p.id
      from projects.project p
     where not wallets.has_name(p.wallet_id, p.handle)
     limit ${limit}`);
}
