-- Whether this database is that of an installation: it was bound to none yet, or to this one.
create or replace function lightning.belongs_to(p_installation uuid) returns boolean
language sql
stable
as $$
  select not exists (
    select from lightning.node n
     where n.instance_id <> p_installation)
$$;
