-- compatible: yes
-- A login says whether its browser is new to the user, who is told by mail. The function returns one column more.

drop function if exists login.start_session(
  timestamptz, bytea, text, uuid, bytea, uuid, int, text[], timestamptz, text, text, uuid, uuid, bytea, timestamptz, int);
