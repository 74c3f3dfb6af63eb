-- Checks the code that a browser shows. A right one is used up: it moves the attempt to another secret of the browser, so that of many
-- that show it at once one goes on, and a site that planted the browser's cookie does not. The session that the browser may have moves
-- along. An attempt that is no login ends with its proof.
--
-- Locks the address before the attempt, as login.request_code does.
--
-- outcome: proved (of email, for user_id), none, expired, spent (the code had too many wrong tries), too_many_wrong (the address had
-- too many, until retry_at), wrong (tries_left of this code).
create or replace function login.check_code(
  p_at timestamptz,
  p_browser_hash bytea,
  p_purpose text,
  p_code_mac bytea,
  p_next_hash bytea,
  p_expires_at timestamptz,
  p_tries_max int,
  p_wrong_max int,
  out outcome text,
  out email text,
  out user_id uuid,
  out tries_left int,
  out retry_at timestamptz
)
language plpgsql
as $$
declare
  address bytea;
  counted login.address;
  attempt login.attempt;
begin
  select t.address_hash into address
    from login.attempt t
   where t.browser_hash = p_browser_hash
     and t.purpose = p_purpose;
  if address is null then
    outcome := 'none';
    return;
  end if;
  counted := login.lock_address(p_at, address);
  select t.* into attempt
    from login.attempt t
   where t.browser_hash = p_browser_hash
     and t.purpose = p_purpose
     and t.address_hash = address
     and t.state = 'code_sent'
     for update;
  email := attempt.email;
  user_id := attempt.user_id;
  tries_left := greatest(p_tries_max - attempt.wrong, 0);
  if attempt.browser_hash is null then
    outcome := 'none';
  elsif cardinality(counted.wrong_at) >= p_wrong_max then
    outcome := 'too_many_wrong';
    retry_at := counted.wrong_at[cardinality(counted.wrong_at) - p_wrong_max + 1] + interval '1 day';
  elsif attempt.code_until <= p_at then
    outcome := 'expired';
  elsif tries_left = 0 then
    outcome := 'spent';
  elsif attempt.code_mac <> p_code_mac then
    outcome := 'wrong';
    tries_left := tries_left - 1;
    update login.attempt t
       set wrong = t.wrong + 1
     where t.browser_hash = p_browser_hash
       and t.purpose = p_purpose;
    update login.address a
       set wrong_at = counted.wrong_at || p_at,
           forget_at = p_at + interval '1 day'
     where a.address_hash = address;
  elsif p_purpose <> 'log_in' then
    outcome := 'proved';
    delete from login.attempt t
     where t.browser_hash = p_browser_hash
       and t.purpose = p_purpose;
  else
    outcome := 'proved';
    update login.session s
       set secret_hash = p_next_hash
     where s.secret_hash = p_browser_hash;
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
