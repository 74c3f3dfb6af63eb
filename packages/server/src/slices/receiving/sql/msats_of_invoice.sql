-- The amount that stands in front of an invoice (BOLT 11, "Human-Readable Part"); null where it has none.
create or replace function receiving.msats_of_invoice(p_invoice text) returns bigint
language sql
immutable
as $$
  select case u.parts[2]
           when 'm' then u.parts[1]::bigint * 100000000
           when 'u' then u.parts[1]::bigint * 100000
           when 'n' then u.parts[1]::bigint * 100
           when 'p' then u.parts[1]::bigint / 10
           else u.parts[1]::bigint * 100000000000
         end
    from (select regexp_match(lower(p_invoice), '^ln[a-z]+?([0-9]{1,12})([munp]?)1[02-9ac-hj-np-z]+$') as parts) u
$$;
