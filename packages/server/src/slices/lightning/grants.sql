grant usage on schema lightning to leyden_app;
grant select, insert, update on lightning.node, lightning.foreign_payment, lightning.reading to leyden_app;
grant delete on lightning.reading to leyden_app;
grant select, insert, update on lightning.past to leyden_app;
grant select, insert on lightning.operator_booking, lightning.former_settlement, lightning.loss_taken_back,
  lightning.real_money, lightning.past_hash
  to leyden_app;
grant select, insert on lightning.chain_booking to leyden_app;
