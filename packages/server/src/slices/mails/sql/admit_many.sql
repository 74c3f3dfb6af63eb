-- Says of each mail whether it may be written, and locks what was counted until the end of the transaction: what is
-- admitted may be appended later in the same transaction. Door for the slices' batched functions, which have to know
-- before they move money. An element whose p_recipient_hash is null is skipped.
--
-- p_project: in whose name; null: a mail of the service itself, which neither the limits nor an unsubscribed address
-- hold up.
-- p_recipient_max: mails of all projects to one address in 24 hours. p_project_max: mails of one project in 24 hours.
--
-- outcomes: admitted, unsubscribed, project_limit, recipient_limit; of several the first.
create or replace function mails.admit_many(
  p_at timestamptz,
  p_project uuid[],
  p_recipient_hash bytea[],
  p_recipient_max int,
  p_project_max int
) returns text[]
language plpgsql
as $$
declare
  outcomes text[] := array_fill(null::text, array[coalesce(cardinality(p_recipient_hash), 0)]);
  asked record;
begin
  -- Both in one order for all, so that no two wait for each other. What is counted below is counted in a later
  -- statement: it sees what the holders before wrote.
  insert into mails.sender as s (project_id)
  select distinct u.project
    from unnest(p_project, p_recipient_hash) as u(project, recipient)
   where u.project is not null
     and u.recipient is not null
   order by u.project
      on conflict (project_id) do update set project_id = s.project_id;

  insert into mails.recipient as r (address_hash)
  select distinct u.recipient
    from unnest(p_project, p_recipient_hash) as u(project, recipient)
   where u.project is not null
     and u.recipient is not null
   order by u.recipient
      on conflict (address_hash) do update set address_hash = r.address_hash;

  for asked in
    select u.i, u.project, u.recipient,
           coalesce((select r.unsubscribed_at is not null from mails.recipient r where r.address_hash = u.recipient),
                    false)
             as is_unsubscribed,
           (select count(*) from mails.mail m
             where m.recipient_hash = u.recipient
               and m.created_at > p_at - interval '24 hours'
               and m.project_id is not null) as to_recipient,
           (select count(*) from mails.mail m
             where m.project_id = u.project
               and m.created_at > p_at - interval '24 hours') as of_project
      from unnest(p_project, p_recipient_hash) with ordinality as u(project, recipient, i)
     where u.recipient is not null
     order by u.i
  loop
    outcomes[asked.i] := case
      when asked.project is null then 'admitted'
      when asked.is_unsubscribed then 'unsubscribed'
      when asked.of_project + (
             select count(*) from unnest(outcomes, p_project) as o(outcome, project)
              where o.outcome = 'admitted'
                and o.project = asked.project) >= p_project_max then 'project_limit'
      when asked.to_recipient + (
             select count(*) from unnest(outcomes, p_recipient_hash, p_project) as o(outcome, recipient, project)
              where o.outcome = 'admitted'
                and o.recipient = asked.recipient
                and o.project is not null) >= p_recipient_max then 'recipient_limit'
      else 'admitted'
    end;
  end loop;
  return outcomes;
end $$;
