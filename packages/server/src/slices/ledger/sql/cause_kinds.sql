-- Every kind of cause, and between which kinds of accounts it moves money. A slice that posts something new gets its
-- lines here; a posting that fits none is a breach.
create or replace function ledger.cause_kinds() returns table (kind text, debit text, credit text)
language sql
immutable
as $$
  values
    ('payment', 'wallet', 'reserved'),
    ('payment', 'wallet', 'wallet'),
    ('payment', 'vouchers_outstanding', 'reserved'),
    ('payment', 'vouchers_outstanding', 'wallet'),
    ('payment', 'ramp_clearing', 'reserved'),
    ('payment', 'ramp_clearing', 'wallet'),
    ('restore_deficit', 'restore_deficit', 'wallet'),
    ('deficit_covered', 'wallet', 'restore_deficit'),
    ('payment_finished', 'reserved', 'lightning_node'),
    ('payment_finished', 'reserved', 'routing_expense'),
    ('payment_finished', 'reserved', 'wallet'),
    ('payment_finished', 'reserved', 'vouchers_outstanding'),
    ('payment_finished', 'reserved', 'ramp_clearing'),
    ('payment_finished', 'incident', 'routing_expense'),
    ('late_settlement', 'loss', 'lightning_node'),
    ('late_settlement', 'loss', 'routing_expense'),
    ('receipt', 'lightning_node', 'wallet'),
    ('receipt', 'lightning_node', 'suspense'),
    ('receipt_cost', 'liquidity_expense', 'lightning_node'),
    ('suspense_assigned', 'suspense', 'wallet'),
    ('suspense_assigned', 'suspense', 'loss'),
    ('voucher', 'wallet', 'vouchers_outstanding'),
    ('voucher_fee', 'wallet', 'fee_income_email'),
    ('voucher_ended', 'vouchers_outstanding', 'wallet'),
    ('purchase', 'operator_equity', 'ramp_clearing'),
    ('purchase_ended', 'ramp_clearing', 'operator_equity'),
    ('onchain_payment', 'ramp_clearing', 'onchain'),
    ('onchain_failed', 'onchain', 'ramp_clearing'),
    ('onchain_replaced', 'chain_costs', 'onchain'),
    ('onchain_replaced', 'onchain', 'chain_costs'),
    ('equity', 'lightning_node', 'operator_equity'),
    ('equity', 'onchain', 'operator_equity'),
    ('equity_deposit', 'onchain', 'operator_equity'),
    ('equity_withdrawal', 'operator_equity', 'onchain'),
    ('chain_cost', 'chain_costs', 'onchain'),
    ('booking_undone', 'operator_equity', 'onchain'),
    ('booking_undone', 'onchain', 'operator_equity'),
    ('booking_undone', 'onchain', 'chain_costs'),
    ('foreign_payment', 'loss', 'lightning_node'),
    ('foreign_payment', 'loss', 'routing_expense'),
    ('foreign_payment', 'lightning_node', 'loss')
$$;
