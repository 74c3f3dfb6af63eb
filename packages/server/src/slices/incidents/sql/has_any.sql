-- Whether an incident was ever recorded for a subject, for other slices' invariants.
create or replace function incidents.has_any(p_subject text) returns boolean
language sql
stable
as $$
  select exists (select from incidents.incident n where n.subject = p_subject)
$$;
