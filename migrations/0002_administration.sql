-- The administration: who may do what in an organisation, and what was done.

alter table tenant_member drop constraint tenant_member_role_check;
-- The rows of every organisation, which the owner of the table sees only while its policy does not bind it too.
alter table tenant_member no force row level security;
update tenant_member set role = 'owner' where role = 'administrator';
alter table tenant_member force row level security;
alter table tenant_member add constraint tenant_member_role_check
  check (role in ('owner', 'manager', 'box_office', 'steward', 'accountant'));

-- Who did what. Append-only, and without a personal value: those are in audit_personal, where erasure reaches them.
create table audit_entry (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('anonymous', 'server', 'api_key', 'account')),
  -- The key or the account; null: nobody in particular.
  actor_id uuid,
  -- A super-user who entered from Root, and is nobody's colleague here.
  from_root boolean not null default false,
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  -- What it was done to; null: the organisation itself.
  subject_id uuid,
  -- The fields that changed, by name; null: there was nothing before, or is nothing after.
  before jsonb,
  after jsonb,
  primary key (tenant_id, id)
);
create index audit_entry_by_subject on audit_entry (tenant_id, subject_id, id) where subject_id is not null;
select tenant_table('audit_entry');
comment on table audit_entry is 'tenant append-only';

-- Names and addresses that an entry speaks of, each of one person, by the address they are known by.
create table audit_personal (
  tenant_id uuid not null,
  entry_id uuid not null,
  field text not null,
  -- Whom it is about, so that erasing a person finds it; null: nobody is known by an address.
  person_email text check (person_email = lower(person_email)),
  before text,
  after text,
  primary key (tenant_id, entry_id, field),
  foreign key (tenant_id, entry_id) references audit_entry (tenant_id, id)
);
create index audit_personal_by_person on audit_personal (tenant_id, person_email) where person_email is not null;
select tenant_table('audit_personal');
