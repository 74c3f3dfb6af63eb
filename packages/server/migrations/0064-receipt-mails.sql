-- compatible: yes
-- Users who want a mail when money arrives in their wallet. Without a row they get none.

create table notices.receipt_wish (
  user_id uuid primary key,
  account_no bigint not null,                         -- of the user's wallet in the ledger
  -- the newest movement of the wallet that was told, or that was there when the wish was made
  seen_no bigint not null check (seen_no >= 0),
  wished_at timestamptz not null,
  told_at timestamptz                                 -- when the last mail was written; null: none was
);

-- Mails of the service itself may have a link that ends them; those of projects must.
alter table mails.mail
  drop constraint mail_content,
  add constraint mail_content check (
    (recipient is null) = (subject is null)
    and (recipient is null) = (body_text is null)
    and (recipient is null) = (body_html is null)
    and (unsubscribe_url is null or recipient is not null)
    and (unsubscribe_url is not null or recipient is null or project_id is null));
