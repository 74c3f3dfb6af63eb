grant usage on schema payments to leyden_app;
grant select, insert, update on payments.payment to leyden_app;
grant select, insert on payments.attempt, payments.incident to leyden_app;
