-- Closes the open incidents of a kind, one for each element (p_subject null: none). Door for the slices' batched
-- functions, in the statement that mends what the incident was about.
create or replace function incidents.close_many(
  p_at timestamptz,
  p_subject text[],
  p_kind text,
  p_reason text[]
) returns void
language plpgsql
as $$
begin
  update incidents.incident n
     set closed_at = p_at,
         closed_reason = u.reason
    from unnest(p_subject, p_reason) as u(subject, reason)
   where n.subject = u.subject
     and n.kind = p_kind
     and n.closed_at is null;
end $$;
