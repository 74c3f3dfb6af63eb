-- Writes mails that may be sent; the worker sends them later. Door for the slices' batched functions, which call it in
-- the transaction that makes the mail necessary, and for mails that belong to no transaction. An element whose p_id is
-- null is skipped. Repeated with the same ids after a lost connection it answers what it answered the first time and
-- writes nothing.
--
-- p_project, p_recipient_max, p_project_max: as in mails.admit_many.
-- p_unsubscribe_hash, p_unsubscribe_url: of a project's mail alone.
-- p_good_until: of no use afterwards.
--
-- outcome: appended, unsubscribed, project_limit, recipient_limit; null: skipped.
create or replace function mails.append_many(
  p_at timestamptz,
  p_id uuid[],
  p_kind text[],
  p_project uuid[],
  p_recipient_hash bytea[],
  p_unsubscribe_hash bytea[],
  p_good_until timestamptz[],
  p_recipient text[],
  p_subject text[],
  p_body_text text[],
  p_body_html text[],
  p_unsubscribe_url text[],
  p_recipient_max int,
  p_project_max int
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  written boolean[];
  outcomes text[];
begin
  select array_agg(m.id is not null order by u.i) into written
    from unnest(p_id) with ordinality as u(id, i)
    left join mails.mail m on m.id = u.id;

  select mails.admit_many(
           p_at,
           p_project,
           array_agg(case when u.id is not null and not written[u.i] then u.recipient_hash end order by u.i),
           p_recipient_max,
           p_project_max) into outcomes
    from unnest(p_id, p_recipient_hash) with ordinality as u(id, recipient_hash, i);

  insert into mails.mail (id, kind, project_id, recipient_hash, unsubscribe_hash, state, due_at, good_until, created_at,
                          recipient, subject, body_text, body_html, unsubscribe_url)
  select u.id, p_kind[u.i], p_project[u.i], p_recipient_hash[u.i], p_unsubscribe_hash[u.i], 'waiting', p_at,
         p_good_until[u.i], p_at,
         p_recipient[u.i], p_subject[u.i], p_body_text[u.i], p_body_html[u.i], p_unsubscribe_url[u.i]
    from unnest(p_id, outcomes) with ordinality as u(id, outcome, i)
   where u.outcome = 'admitted';

  return query
    select u.i::int,
           case when written[u.i] or u.outcome = 'admitted' then 'appended' else u.outcome end
      from unnest(outcomes) with ordinality as u(outcome, i);
end $$;
