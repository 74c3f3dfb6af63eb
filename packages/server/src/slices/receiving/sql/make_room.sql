-- When more than p_waiting_max invoices of a pay link wait for their payment, the oldest ones of the network that has
-- most of them lose their place, so that no network closes it to the others. The job that looks charges up cancels them
-- at the node. Returns how many there were.
--
-- p_static: of a static charge; null: of the wallet's own link.
create or replace function receiving.make_room(
  p_at timestamptz,
  p_wallet uuid,
  p_static uuid,
  p_waiting_max int
) returns int
language plpgsql
as $$
declare
  displaced int;
begin
  with waiting as materialized (
    select c.id, c.created_at, count(*) over () as of_all, count(*) over (partition by c.network) as of_network
      from receiving.charge c
     where c.wallet_id = p_wallet
       and (p_static is null and c.static_charge_id is null or c.static_charge_id = p_static)
       and c.expires_at > p_at
       and c.origin = 'pay_link'
       and c.state = 'pending'
       and c.displaced_at is null),
  surplus as (
    select w.id
      from waiting w
     order by w.of_network desc, w.created_at, w.id
     limit greatest((select max(w.of_all) from waiting w) - p_waiting_max, 0))
  update receiving.charge c
     set displaced_at = p_at,
         due_at = p_at
    from surplus s
   where c.id = s.id
     and c.state = 'pending'
     and c.displaced_at is null;
  get diagnostics displaced = row_count;
  return displaced;
end $$;
