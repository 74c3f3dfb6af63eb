-- Counts an unknown claim link on its network or account, and returns how many there were since the first one of an
-- hour. Strangers call it, so it does not wait for the ledger's row. Of rows that others have locked it waits for its
-- own alone, and before it locks any other.
create or replace function vouchers.count_wrong_link(p_at timestamptz, p_subject text) returns int
language plpgsql
as $$
declare
  counted int;
begin
  insert into vouchers.wrong_code as w (subject, since, wrong)
  values (p_subject, p_at, 1)
      on conflict (subject) do update
     set since = case when w.since <= p_at - interval '1 hour' then p_at else w.since end,
         wrong = case when w.since <= p_at - interval '1 hour' then 1 else w.wrong + 1 end
  returning w.wrong into counted;
  perform vouchers.forget_wrong(p_at);
  return counted;
end $$;

-- Removes counters whose hour is over, without those that another call is writing.
create or replace function vouchers.forget_wrong(p_at timestamptz) returns void
language sql
as $$
  delete from vouchers.wrong_code w
   where w.subject in (
           select o.subject
             from vouchers.wrong_code o
            where o.since <= p_at - interval '1 hour'
              for update skip locked)
$$;
