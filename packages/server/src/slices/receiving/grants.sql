grant usage on schema receiving to leyden_app;
grant select, insert, update, delete on receiving.charge to leyden_app;
grant select, insert, update on receiving.static_charge to leyden_app;
grant select, insert on receiving.receipt to leyden_app;
grant update (assigned_to, assigned_by, wallet_id, charge_id) on receiving.receipt to leyden_app;
grant select, insert, update on receiving.node_cursor to leyden_app;
