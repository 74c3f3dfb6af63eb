-- Changes the settings of a project; null leaves one as it is. The ledger's row is not locked: payments do not wait
-- for a rename, and of two that want one name the unique index lets one win.
--
-- outcome: changed, name_taken, not_found.
create or replace function projects.change(
  p_id uuid,
  p_name text,
  p_folded_name text,
  p_fee_ceiling_bps bigint,
  p_internal_id_is_unique boolean
) returns text
language plpgsql
as $$
begin
  update projects.project p
     set name = coalesce(p_name, p.name),
         folded_name = coalesce(p_folded_name, p.folded_name),
         fee_ceiling_bps = coalesce(p_fee_ceiling_bps, p.fee_ceiling_bps),
         internal_id_is_unique = coalesce(p_internal_id_is_unique, p.internal_id_is_unique)
   where p.id = p_id;
  return case when found then 'changed' else 'not_found' end;
exception
  when unique_violation then
    return 'name_taken';
end $$;
