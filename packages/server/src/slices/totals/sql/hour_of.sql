-- Hours since 1970.
create or replace function totals.hour_of(p_at timestamptz) returns int
language sql
immutable
as $$
  select floor(extract(epoch from p_at) / 3600)::int
$$;
