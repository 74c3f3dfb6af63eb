-- Whether an incident of this kind was ever recorded for a subject, for other slices' invariants.
create or replace function incidents.has(p_subject text, p_kind text) returns boolean
language sql
stable
as $$
  select exists (select from incidents.incident n where n.subject = p_subject and n.kind = p_kind)
$$;
