-- A browser got another secret: its session and what is known of it move along.
create or replace function login.move_browser(p_from bytea, p_to bytea) returns void
language plpgsql
as $$
begin
  update login.session s
     set secret_hash = p_to
   where s.secret_hash = p_from;
  update login.known_browser k
     set secret_hash = p_to
   where k.secret_hash = p_from;
end $$;
