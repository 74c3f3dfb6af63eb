-- post_many for transfers that cannot be refused, because their money lies in a system account; a refusal is a bug and
-- undoes the whole call. An element whose p_transfer or p_amount is null is skipped. Returns the numbers of the
-- postings.
create or replace function ledger.post_all(
  p_at timestamptz,
  p_transfer uuid[],
  p_debit bigint[],
  p_credit bigint[],
  p_amount bigint[],
  p_spend bigint[],
  p_spend_at timestamptz[],
  p_cause_kind text[],
  p_cause uuid[]
) returns bigint[]
language plpgsql
as $$
declare
  posted text[];
  posting bigint[];
  k int;
begin
  select l.outcome, l.no into posted, posting
    from ledger.post_many(p_at, p_transfer, p_debit, p_credit, p_amount, p_spend, p_spend_at, p_cause_kind, p_cause) l;
  for k in 1..cardinality(posted) loop
    if posted[k] not in ('posted', 'skipped') then
      raise exception 'the ledger refused transfer % of % %: %', p_transfer[k], p_cause_kind[k], p_cause[k], posted[k];
    end if;
  end loop;
  return posting;
end $$;
