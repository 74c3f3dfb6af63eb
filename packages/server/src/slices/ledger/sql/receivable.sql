-- What all wallets and vouchers hold in all: all accounts together are zero, and those of the system are few.
create or replace function ledger.held_for_customers() returns bigint
language sql
stable
as $$
  select (-sum(a.balance) filter (where a.no <> ledger.system('vouchers_outstanding')))::bigint
    from ledger.account a
   where a.no < 1000
$$;

-- What the limit of the service leaves for all wallets and vouchers; null: there is none.
create or replace function ledger.service_headroom() returns bigint
language sql
stable
as $$
  select case when l.wallets_msats is not null then greatest(0, l.wallets_msats - ledger.held_for_customers()) end
    from ledger.service_limit l
$$;

-- How much an invoice for this account may ask for; null: any amount. Door for the slice that makes invoices.
create or replace function ledger.receivable(p_no bigint) returns bigint
language sql
stable
as $$
  select least(ledger.headroom(p_no), ledger.service_headroom())
$$;
