grant usage on schema vouchers to leyden_app;
grant select, insert, update on vouchers.voucher to leyden_app;
grant select, insert on vouchers.payout_rule to leyden_app;
grant select, insert, update, delete on vouchers.wrong_code to leyden_app;
