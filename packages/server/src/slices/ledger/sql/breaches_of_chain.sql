-- The hashes of all postings after p_after form one chain that starts with p_hash and ends in the ledger's row, and
-- their numbers have no gap. p_hash is remembered from the run that found the ledger whole up to p_after.
create or replace function ledger.breaches_of_chain(p_after bigint, p_hash bytea)
returns setof text
language plpgsql
stable
as $$
begin
  if p_after > 0 and not exists (select from ledger.posting p where p.no = p_after and p.hash = p_hash) then
    return next format('posting %s is not the one that was found whole before', p_after);
  end if;

  return query
    with linked as (
      select p.*,
             lag(p.no, 1, p_after) over by_no as no_before,
             lag(p.hash, 1, p_hash) over by_no as hash_before
        from ledger.posting p
       where p.no > p_after
      window by_no as (order by p.no)
    )
    select case
             when l.no <> l.no_before + 1 then format('between postings %s and %s some are missing', l.no_before, l.no)
             else format('posting %s does not match its hash', l.no)
           end
      from linked l
     where l.no <> l.no_before + 1
        or l.hash <> ledger.posting_hash(
             l.hash_before, l.no, l.transfer, l.debit, l.credit, l.amount, l.cause_kind, l.cause,
             (extract(epoch from l.at) * 1000000)::bigint
           )
     order by l.no;

  return query
    select format('the ledger says that posting %s is the last', b.posting_no)
      from ledger.book b
      left join ledger.posting p
        on p.no = (select max(q.no) from ledger.posting q)
     where b.posting_no <> coalesce(p.no, 0)
        or b.head <> coalesce(p.hash, decode(repeat('00', 32), 'hex'));
end
$$;
