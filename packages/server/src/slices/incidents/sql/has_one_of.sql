-- Whether an incident of one of these kinds was ever recorded for a subject, for other slices' invariants.
create or replace function incidents.has_one_of(p_subject text, p_kinds text[]) returns boolean
language sql
stable
as $$
  select exists (select from incidents.incident n where n.subject = p_subject and n.kind = any (p_kinds))
$$;
