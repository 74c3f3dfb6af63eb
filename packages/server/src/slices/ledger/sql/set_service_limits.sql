-- Sets all limits of the service; null: none. Door for the slice that binds the node, in the same transaction.
create or replace function ledger.set_service_limits(
  p_payment bigint,
  p_day bigint,
  p_wallets bigint,
  p_in_flight int
) returns void
language sql
as $$
  update ledger.service_limit
     set payment_msats = p_payment,
         day_msats = p_day,
         wallets_msats = p_wallets,
         in_flight = p_in_flight
$$;
