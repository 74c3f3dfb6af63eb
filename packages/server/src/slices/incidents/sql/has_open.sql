-- Whether an incident of one of these kinds is open for a subject, or was closed after p_closed_after: what is still
-- true is then recorded again soon. For other slices' invariants.
create or replace function incidents.has_open(
  p_subject text,
  p_kinds text[],
  p_closed_after timestamptz
) returns boolean
language sql
stable
as $$
  select exists (
    select from incidents.incident n
     where n.subject = p_subject
       and n.kind = any (p_kinds)
       and (n.closed_at is null or n.closed_at > p_closed_after))
$$;
