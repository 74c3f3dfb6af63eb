-- Checks the code that a browser shows. A right one is used up: it moves the attempt to another secret of the browser,
-- so that of many that show it at once one goes on, and a site that planted the browser's cookie does not. The session
-- that the browser may have moves along. An attempt that is no login ends with its proof.
--
-- A wrong code counts for the attempt, and where a network asked for the code for this network, for the address and in
-- all: where these had too many, a short code is not looked at any more. p_is_short: the one that is shown.
--
-- Locks the network, then the address, then the attempt, as login.request_code does.
--
-- outcome: proved (of email, for user_id), none, expired, spent (the code had too many wrong tries), too_short (the
-- next one is longer), wrong (tries_left of this code).
create or replace function login.check_code(
  p_at timestamptz,
  p_browser_hash bytea,
  p_purpose text,
  p_code_mac bytea,
  p_is_short boolean,
  p_next_hash bytea,
  p_expires_at timestamptz,
  p_tries_max int,
  p_wrong_of_address int,
  p_wrong_of_network int,
  p_wrong_of_all int,
  out outcome text,
  out email text,
  out user_id uuid,
  out tries_left int
)
language plpgsql
as $$
declare
  address bytea;
  network bytea;
  attempt login.attempt;
begin
  select t.address_hash, t.network_hash into address, network
    from login.attempt t
   where t.browser_hash = p_browser_hash
     and t.purpose = p_purpose;
  if address is null then
    outcome := 'none';
    return;
  end if;
  if network is not null then
    perform login.lock_network(p_at, network);
    perform login.lock_address(p_at, address);
  end if;
  select t.* into attempt
    from login.attempt t
   where t.browser_hash = p_browser_hash
     and t.purpose = p_purpose
     and t.address_hash = address
     and t.network_hash is not distinct from network
     and t.state = 'code_sent'
     for update;
  email := attempt.email;
  user_id := attempt.user_id;
  tries_left := greatest(p_tries_max - attempt.wrong, 0);
  if attempt.browser_hash is null then
    outcome := 'none';
  elsif attempt.code_until <= p_at then
    outcome := 'expired';
  elsif tries_left = 0 then
    outcome := 'spent';
  elsif p_is_short and network is not null and login.needs_long_code(
          p_at, address, network, p_wrong_of_address, p_wrong_of_network, p_wrong_of_all) then
    outcome := 'too_short';
  elsif attempt.code_mac <> p_code_mac then
    outcome := 'wrong';
    tries_left := tries_left - 1;
    update login.attempt t
       set wrong = t.wrong + 1
     where t.browser_hash = p_browser_hash
       and t.purpose = p_purpose;
    if network is not null and p_is_short then
      perform login.count_wrong(p_at, address, network, p_wrong_of_all);
    end if;
  elsif p_purpose <> 'log_in' then
    outcome := 'proved';
    delete from login.attempt t
     where t.browser_hash = p_browser_hash
       and t.purpose = p_purpose;
  else
    outcome := 'proved';
    perform login.move_browser(p_browser_hash, p_next_hash);
    update login.attempt t
       set browser_hash = p_next_hash,
           state = 'proved',
           code_mac = null,
           code_until = null,
           methods = array['email'],
           expires_at = p_expires_at
     where t.browser_hash = p_browser_hash
       and t.purpose = p_purpose;
  end if;
end $$;

-- Counts a wrong code of eight digits. Call it with network and address locked.
create or replace function login.count_wrong(
  p_at timestamptz,
  p_address_hash bytea,
  p_network_hash bytea,
  p_wrong_of_all int
) returns void
language plpgsql
as $$
begin
  update login.network n
     set wrong_at = n.wrong_at || p_at,
         forget_at = greatest(n.forget_at, p_at + interval '1 hour')
   where n.network_hash = p_network_hash;
  update login.address a
     set wrong_at = a.wrong_at || p_at,
         forget_at = greatest(a.forget_at, p_at + interval '1 day')
   where a.address_hash = p_address_hash;
  perform login.take_tries(p_at, array['wrong codes'], array[p_wrong_of_all], interval '1 hour');
end $$;
