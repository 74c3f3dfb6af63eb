-- Sends a browser's code to an address: writes the code's mac into the browser's attempt and the mail beside it, or
-- refuses when who asks had too many codes for the address, when all networks together had, or when the network asked
-- for too many addresses. Whether a user has the address makes no difference. A code that was sent before is of no use
-- afterwards.
--
-- Locks the network, then the address, then the attempt, as login.check_code does.
--
-- p_asker: whom the code counts for, as in login.address. p_network_hash: of a network; null: a browser that was logged
-- in before or a user after the first proof asks, whom no stranger stops.
--
-- outcome: sent, too_many_codes, too_many_for_address, too_many_addresses; retry_at: when the refusal is over.
create or replace function login.request_code(
  p_at timestamptz,
  p_browser_hash bytea,
  p_purpose text,
  p_user uuid,
  p_email text,
  p_address_hash bytea,
  p_code_mac bytea,
  p_code_until timestamptz,
  p_expires_at timestamptz,
  p_asker text,
  p_network_hash bytea,
  p_codes_max int,
  p_codes_of_networks_max int,
  p_addresses_max int,
  p_mail uuid,
  p_mail_kind text,
  p_recipient_hash bytea,
  p_subject text,
  p_body_text text,
  p_body_html text,
  out outcome text,
  out retry_at timestamptz
)
language plpgsql
as $$
declare
  asking login.network;
  counted login.address;
  own timestamptz[];
  of_networks timestamptz[];
begin
  if p_network_hash is not null then
    asking := login.lock_network(p_at, p_network_hash);
    if cardinality(asking.addresses) >= p_addresses_max and p_address_hash <> all (asking.addresses) then
      outcome := 'too_many_addresses';
      retry_at := asking.asked_at[cardinality(asking.asked_at) - p_addresses_max + 1] + interval '1 hour';
      return;
    end if;
  end if;
  counted := login.lock_address(p_at, p_address_hash);
  select coalesce(array_agg(c.at order by c.at) filter (where c.asker = p_asker), '{}'),
         coalesce(array_agg(c.at order by c.at) filter (where c.asker like 'network%'), '{}')
    into own, of_networks
    from unnest(counted.codes_at, counted.codes_by) as c(at, asker);
  if cardinality(own) >= p_codes_max then
    outcome := 'too_many_codes';
    retry_at := own[cardinality(own) - p_codes_max + 1] + interval '1 hour';
  elsif p_network_hash is not null and cardinality(of_networks) >= p_codes_of_networks_max then
    outcome := 'too_many_for_address';
    retry_at := of_networks[cardinality(of_networks) - p_codes_of_networks_max + 1] + interval '1 hour';
  else
    outcome := 'sent';
    update login.address a
       set codes_at = counted.codes_at || p_at,
           codes_by = counted.codes_by || p_asker,
           forget_at = greatest(a.forget_at, p_at + interval '1 hour')
     where a.address_hash = p_address_hash;
    if p_network_hash is not null then
      perform login.count_network(p_at, p_network_hash, p_address_hash);
    end if;

    insert into login.attempt as t (browser_hash, purpose, state, email, address_hash, network_hash, code_mac,
                                    code_until, user_id, created_at, expires_at)
    values (p_browser_hash, p_purpose, 'code_sent', p_email, p_address_hash, p_network_hash, p_code_mac, p_code_until,
            p_user, p_at, p_expires_at)
        on conflict (browser_hash, purpose) do update
       set state = excluded.state,
           email = excluded.email,
           address_hash = excluded.address_hash,
           network_hash = excluded.network_hash,
           code_mac = excluded.code_mac,
           code_until = excluded.code_until,
           wrong = 0,
           user_id = excluded.user_id,
           methods = '{}',
           created_at = excluded.created_at,
           expires_at = excluded.expires_at;

    perform mails.append_many(
      p_at, array[p_mail], array[p_mail_kind], array[null]::uuid[], array[p_recipient_hash], array[null]::bytea[],
      array[p_code_until],
      array[p_email], array[p_subject], array[p_body_text], array[p_body_html], array[null]::text[], 0, 0);
  end if;
end $$;
