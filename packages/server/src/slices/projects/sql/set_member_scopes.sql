-- What the key of a member may be used for; null: all. Door for the slice members.
create or replace function projects.set_member_scopes(p_key uuid, p_scopes text[]) returns void
language plpgsql
as $$
begin
  update projects.key_policy q
     set scopes = p_scopes
   where q.key_id = p_key;
end $$;
