-- compatible: no
-- It says which are withdrawal requests; the new one is written after the migrations.
drop function if exists vouchers.list_waiting;
