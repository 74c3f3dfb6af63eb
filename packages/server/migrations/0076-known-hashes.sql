-- compatible: yes
-- An attempt that the node refused because it knew the hash does not count as one that never left: what the node had
-- under the hash may have been paid.

update payments.payment p
   set attempts_not_sent = (
         select count(nullif(t.not_sent_reason, 'known_hash'))
           from payments.attempt t
          where t.payment_id = p.id)
 where p.state not in ('completed', 'failed')
   and exists (
         select from payments.attempt t
          where t.payment_id = p.id
            and t.not_sent_reason = 'known_hash');
