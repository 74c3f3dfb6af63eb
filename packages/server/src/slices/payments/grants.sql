grant usage on schema payments to leyden_app;
grant select, insert, update on payments.payment to leyden_app;
grant select, insert on payments.attempt to leyden_app;
grant update (reference, not_sent_reason) on payments.attempt to leyden_app;
grant select, insert on payments.given_up to leyden_app;
grant select, insert, update, delete on payments.completed_day to leyden_app;
grant select, insert, update, delete on payments.share to leyden_app;
