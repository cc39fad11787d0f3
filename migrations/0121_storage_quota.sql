-- What an organisation keeps in pictures is counted, so that it has a limit (ADR 0249). Of a picture the name in its directory; the
-- organisation may not be made yet when its first ones are taken.
create table picture (
  tenant_id uuid not null,
  name text not null,
  bytes bigint not null check (bytes > 0),
  -- Since when nothing shows it; null: something does, or it has just come.
  unused_since timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, name)
);
create index picture_unused on picture (tenant_id, unused_since) where unused_since is not null;
select tenant_table('picture');

create table picture_counter (
  tenant_id uuid not null primary key,
  bytes bigint not null check (bytes >= 0)
);
select tenant_table('picture_counter');
