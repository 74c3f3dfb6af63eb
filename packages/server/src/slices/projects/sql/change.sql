-- Changes the settings of a project; null leaves one as it is. The ledger's row is not locked: a rename must not make
-- payments wait, and of two that want one name the unique index lets one win.
--
-- status: 0 changed, 1 another project has the name, 2 no such project.
create or replace function projects.change(
  p_id uuid,
  p_name text,
  p_folded_name text,
  p_fee_ceiling_bps bigint,
  p_internal_id_is_unique boolean
) returns smallint
language plpgsql
as $$
begin
  update projects.project p
     set name = coalesce(p_name, p.name),
         folded_name = coalesce(p_folded_name, p.folded_name),
         fee_ceiling_bps = coalesce(p_fee_ceiling_bps, p.fee_ceiling_bps),
         internal_id_is_unique = coalesce(p_internal_id_is_unique, p.internal_id_is_unique)
   where p.id = p_id;
  return case when found then 0 else 2 end;
exception
  when unique_violation then
    return 1;
end $$;
