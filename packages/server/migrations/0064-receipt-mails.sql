-- compatible: yes
-- Users who want a mail when money arrives in their wallet. Without a row they get none.

create table notices.receipt_wish (
  user_id uuid primary key,
  account_no bigint not null,                         -- of the user's wallet in the ledger
  -- the newest movement of the wallet that was told, or was there when the wish was
  seen_no bigint not null check (seen_no >= 0),
  told_at timestamptz                                 -- when the last mail was written; null: none was
);
