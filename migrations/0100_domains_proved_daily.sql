-- Own domains are proved again every day (ADR 0242). When the owners were told that the proof is missing; null: it is not.
alter table domain_claim add column told_at timestamptz;
-- Of those that answer, every one was proved once.
update domain_claim set seen_at = domain.created_at
  from domain
  where domain.name = domain_claim.name and domain.tenant_id = domain_claim.tenant_id and domain_claim.seen_at is null;
