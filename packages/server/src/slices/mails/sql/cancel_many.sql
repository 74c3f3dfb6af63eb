-- Ends mails that wait to be sent: what they say is not true any more. Their content is deleted. Door for the slices'
-- batched functions. One that a process sends at this moment may still go out; it is not tried again. An element that
-- is null is skipped.
create or replace function mails.cancel_many(p_at timestamptz, p_id uuid[]) returns void
language sql
as $$
  update mails.mail m
     set state = 'cancelled',
         due_at = null,
         lease_until = null,
         finished_at = p_at,
         recipient = null,
         subject = null,
         body_text = null,
         body_html = null,
         unsubscribe_url = null
   where m.id = any (p_id)
     and m.state = 'waiting'
$$;
