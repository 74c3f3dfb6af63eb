-- compatible: no
-- By which rules vouchers and withdrawal requests were paid out over Lightning: after a restore they say which payment
-- of the node may be which voucher. An older version would take the value for what is paid out.
create table vouchers.payout_rule (
  floor_msats bigint not null,
  basis_points bigint not null,
  is_exact boolean not null,                          -- the fee limit is ours; false: the node keeps back what it wants
  whole_sats boolean not null,
  used_from timestamptz not null,
  primary key (floor_msats, basis_points, is_exact, whole_sats)
);
