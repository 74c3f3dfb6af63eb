-- Writes that a user was told of what the wallet has received up to p_newest, and the mail that tells it (null: there
-- is nothing to tell). False, and nothing is written, when it was told up to another movement than p_seen by now, or
-- the user wants no such mails any more.
--
-- p_mail: id, recipient, hash of it (hexadecimal), good_until, subject, body_text, body_html, stop_url.
create or replace function notices.tell_received(
  p_at timestamptz,
  p_user uuid,
  p_seen bigint,
  p_newest bigint,
  p_mail jsonb
) returns boolean
language plpgsql
as $$
begin
  update notices.receipt_wish w
     set seen_no = p_newest,
         told_at = case when p_mail is null then w.told_at else p_at end
   where w.user_id = p_user
     and w.seen_no = p_seen;
  if not found then
    return false;
  end if;

  perform mails.append_many(
            p_at, array[m.id], array['notice'], array[null::uuid], array[decode(m.hash, 'hex')], array[null::bytea],
            array[m.good_until], array[m.recipient], array[m.subject], array[m.body_text], array[m.body_html],
            array[m.stop_url], 0, 0)
     from jsonb_to_record(p_mail) as m(
            id uuid, recipient text, hash text, good_until timestamptz, subject text, body_text text, body_html text,
            stop_url text)
    where p_mail is not null;
  return true;
end $$;
