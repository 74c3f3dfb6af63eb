-- Records incidents, one for each element (p_kind null: none). What is recorded and open is not recorded again. Door
-- for the slices' batched functions, in the statement that makes the incident true.
create or replace function incidents.record_many(
  p_at timestamptz,
  p_id uuid[],
  p_subject_kind text,
  p_subject text[],
  p_kind text[],
  p_detail text[]
) returns void
language plpgsql
as $$
begin
  insert into incidents.incident (id, subject_kind, subject, kind, detail, created_at)
  select u.id, p_subject_kind, u.subject, u.kind, u.detail, p_at
    from unnest(p_id, p_subject, p_kind, p_detail) as u(id, subject, kind, detail)
   where u.kind is not null
      on conflict do nothing;
end $$;
