-- The first steps that an organisation does without (ADR 0297). Which are done is read from what is there.
create table skipped_step (
  tenant_id uuid not null references tenant (id),
  step text not null check (step in ('capacity', 'payment', 'picture', 'legal', 'team', 'device')),
  primary key (tenant_id, step)
);
select tenant_table('skipped_step');
