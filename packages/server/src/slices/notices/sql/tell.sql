-- Writes what was decided for all addresses: what they were told of, and the mails that tell it. False, and nothing is
-- written, when anything was written since p_no was read.
--
-- p_kept: rows of notices.told as they are from now on. p_ended: those that end. p_mails: as in mails.append_many, of
-- the service itself. Hashes are hexadecimal.
create or replace function notices.tell(
  p_at timestamptz,
  p_no bigint,
  p_kept jsonb,
  p_ended jsonb,
  p_mails jsonb
) returns boolean
language plpgsql
as $$
begin
  update notices.book b
     set no = b.no + 1
   where b.no = p_no;
  if not found then
    return false;
  end if;

  delete from notices.told t
   using jsonb_to_recordset(p_ended) as e(address text, kind text, subject text)
   where t.address_hash = decode(e.address, 'hex')
     and t.kind = e.kind
     and t.subject = e.subject;

  insert into notices.told as t (address_hash, kind, subject, about, told_at, over_since)
  select decode(k.address, 'hex'), k.kind, k.subject, k.about, k.told_at, k.over_since
    from jsonb_to_recordset(p_kept) as k(
           address text, kind text, subject text, about jsonb, told_at timestamptz, over_since timestamptz)
      on conflict (address_hash, kind, subject) do update
     set over_since = excluded.over_since;

  delete from notices.written w
   where w.written_at <= p_at - interval '24 hours';

  insert into notices.written (mail_id, address_hash, written_at)
  select m.id, decode(m.address, 'hex'), p_at
    from jsonb_to_recordset(p_mails) as m(id uuid, address text);

  perform mails.append_many(
            p_at, array_agg(m.id), array_agg('notice'::text), array_agg(null::uuid),
            array_agg(decode(m.address, 'hex')), array_agg(null::bytea), array_agg(m.good_until),
            array_agg(m.recipient), array_agg(m.subject), array_agg(m.body_text), array_agg(m.body_html),
            array_agg(null::text), 0, 0)
     from jsonb_to_recordset(p_mails) as m(
            id uuid, address text, good_until timestamptz, recipient text, subject text, body_text text, body_html text)
   having count(*) > 0;
  return true;
end $$;
