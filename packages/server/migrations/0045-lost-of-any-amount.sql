-- compatible: yes
-- It gives the amount back now, and is asked for any of them.
drop function if exists lightning.list_lost(timestamptz, bigint);
