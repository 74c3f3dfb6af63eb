-- Counts a try for all these subjects, before the secret is looked at: of many concurrent ones no more than p_most are
-- made. Counts nothing when one of the subjects has none left; then it returns until when, else null.
create or replace function login.take_tries(p_at timestamptz, p_subject text[], p_most int[], p_window interval)
returns timestamptz
language plpgsql
as $$
declare
  blocked_until timestamptz;
begin
  -- Who is refused leaves no rows behind: addresses are made up for nothing.
  select max(t.until) into blocked_until
    from unnest(p_subject, p_most) as u(subject, most)
    join login.factor_try t
      on t.subject = u.subject
   where t.tries >= u.most
     and t.until > p_at;
  if blocked_until is not null then
    return blocked_until;
  end if;

  -- In one order for all, so that no two wait for each other. Afterwards the rows are ours.
  insert into login.factor_try as t (subject, tries, until)
  select u.subject, 0, p_at + p_window
    from unnest(p_subject) as u(subject)
   order by u.subject
      on conflict (subject) do update
     set tries = case when t.until <= p_at then 0 else t.tries end,
         until = case when t.until <= p_at then p_at + p_window else t.until end;

  select max(t.until) into blocked_until
    from unnest(p_subject, p_most) as u(subject, most)
    join login.factor_try t
      on t.subject = u.subject
   where t.tries >= u.most;
  if blocked_until is null then
    update login.factor_try t
       set tries = t.tries + 1
     where t.subject = any(p_subject);
  end if;
  return blocked_until;
end $$;

-- The secret was right: its try does not count.
create or replace function login.give_back_tries(p_subject text[]) returns void
language plpgsql
as $$
begin
  perform
     from login.factor_try t
    where t.subject = any(p_subject)
    order by t.subject
      for update;
  update login.factor_try t
     set tries = greatest(t.tries - 1, 0)
   where t.subject = any(p_subject);
end $$;
