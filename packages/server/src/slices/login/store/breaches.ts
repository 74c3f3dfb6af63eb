import { sql, type Tx } from "#platform/database/db.ts";
import { ADDRESSES_PER_HOUR, CODES_OF_NETWORKS_PER_HOUR, CODES_PER_HOUR, WRONG_MAX } from "../model/attempt.ts";
import { KNOWN_MAX, KNOWN_MS } from "../model/known-browser.ts";
import { SESSION_MS } from "../model/session.ts";

/** Sessions without a user whose account is open, and those that last too long. */
export async function listSessionBreaches(tx: Tx, limit: number): Promise<{ readonly id: string }[]> {
  return await tx.query(sql`
    select s.id
      from login.session s
     where s.expires_at > s.authenticated_at + make_interval(secs => ${SESSION_MS / 1000})
        or not users.is_open(s.user_id)
     limit ${limit}`);
}

/** Addresses with more codes or wrong ones than their limits allow; times in order. */
export async function listAddressBreaches(tx: Tx, limit: number): Promise<{ readonly address: string }[]> {
  return await tx.query(sql`
    select encode(a.address_hash, 'hex') as address
      from login.address a
     where exists (select from unnest(a.codes_by) as c(asker) group by c.asker having count(*) > ${CODES_PER_HOUR})
        or (select count(*) from unnest(a.codes_by) as c(asker) where c.asker like 'network%')
           > ${CODES_OF_NETWORKS_PER_HOUR}
        or cardinality(a.wrong_at) > ${WRONG_MAX.ofAddress}
        or a.codes_at <> array(select c.at from unnest(a.codes_at) as c(at) order by c.at)
        or a.wrong_at <> array(select w.at from unnest(a.wrong_at) as w(at) order by w.at)
     limit ${limit}`);
}

/** Networks with more addresses or wrong codes in an hour than their limits allow, or with an address twice. */
export async function listNetworkBreaches(tx: Tx, limit: number): Promise<{ readonly network: string }[]> {
  return await tx.query(sql`
    select encode(n.network_hash, 'hex') as network
      from login.network n
     where cardinality(n.addresses) > ${ADDRESSES_PER_HOUR}
        or cardinality(n.wrong_at) > ${WRONG_MAX.ofNetwork}
        or cardinality(n.addresses) <> (select count(distinct a.address) from unnest(n.addresses) as a(address))
     limit ${limit}`);
}

/** Browsers that are known for too long, of a user whose account is not open, or of one who has too many. */
export async function listKnownBrowserBreaches(tx: Tx, limit: number): Promise<{ readonly id: string }[]> {
  return await tx.query(sql`
    select k.id
      from login.known_browser k
     where k.expires_at > k.logged_in_at + make_interval(secs => ${KNOWN_MS / 1000})
        or not users.is_open(k.user_id)
        or (select count(*) from login.known_browser o where o.user_id = k.user_id) > ${KNOWN_MAX}
     limit ${limit}`);
}
