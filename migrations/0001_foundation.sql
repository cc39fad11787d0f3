-- Foundation: the tables common to all tenants, the isolation of every tenant table, and the rooms of the interface.
--
-- Two kinds of tables (ARCHITECTURE.md, "Tenant isolation"):
--   server tables: directory, accounts, sessions. Registered with server_table(); no tenant data beyond the directory.
--   tenant tables: primary key, unique indexes and foreign keys begin with tenant_id. Registered with tenant_table().
-- Nothing here relies on triggers, sequences or statements that span tenants, so that the schema shards by tenant_id.

create function tenant_table(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  -- current_setting without "missing_ok", and a cast that refuses the empty string: no tenant set is an error, not zero rows by luck.
  execute format($policy$create policy tenant_isolation on %s
    using (tenant_id = current_setting('app.tenant_id')::uuid)
    with check (tenant_id = current_setting('app.tenant_id')::uuid)$policy$, name);
  execute format('comment on table %s is %L', name, 'tenant');
end $$;

create function server_table(name regclass) returns void language plpgsql as $$
begin
  execute format('comment on table %s is %L', name, 'server');
end $$;

-- Server tables ------------------------------------------------------------------------------------------------------

create table server_setting (
  only_row boolean primary key default true check (only_row),
  secret_fingerprint text not null,
  -- What everything that rests encrypted is sealed under, itself sealed under the secret.
  data_key_sealed bytea not null,
  -- From a rotation until the service is known to have the next secret: either opens.
  next_secret_fingerprint text,
  next_data_key_sealed bytea,
  installed_at timestamptz not null,
  check ((next_secret_fingerprint is null) = (next_data_key_sealed is null))
);
select server_table('server_setting');

create table tenant (
  id uuid primary key,
  category text not null check (category in ('venue', 'festival', 'project', 'producer', 'meta', 'root')),
  slug text not null unique check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  organisation text not null,
  short_description text,
  long_description text,
  address text,
  postal_code text,
  city text,
  phone text,
  email text,
  website text,
  legal_documents text,
  twitter text,
  facebook text,
  instagram text,
  map_image_key text,
  menu_image_key text,
  image_key text,
  logo_key text,
  membership_required boolean not null default false,
  membership_button boolean not null default false,
  language text not null default 'en' check (language in ('en', 'fr')),
  time_zone text not null,
  currency text not null default 'EUR',
  -- The one strong colour of its pages, mails and tickets.
  accent_color text not null default '#2b3fd6' check (accent_color ~ '^#[0-9a-f]{6}$'),
  -- Whether there are keys in payment_keys: a booking decides by it and need not look there.
  pays_online boolean not null default false,
  -- A checkout session ends half an hour after the hold at the earliest, and a day after it began at the latest.
  online_hold_seconds integer not null default 900 check (online_hold_seconds between 60 and 82800),
  email_hold_seconds integer not null default 86400 check (email_hold_seconds > 0),
  -- Until how many hours before the start bookers may cancel what they paid online; null: not by themselves.
  cancellation_hours integer check (cancellation_hours between 0 and 8760),
  -- Whether bookers may give their tickets to somebody else, until the start.
  transfers_allowed boolean not null default true,
  -- How long places are held for the next on a waiting list; less near the event.
  waiting_offer_seconds integer not null default 43200 check (waiting_offer_seconds between 900 and 79200),
  first_meta boolean not null default false check (not first_meta or category = 'meta'),
  created_at timestamptz not null,
  archived_at timestamptz
);
create unique index tenant_one_root on tenant (category) where category = 'root';
create unique index tenant_one_first_meta on tenant (first_meta) where first_meta;
select server_table('tenant');

-- A name without a dot is a label under DOMAIN, one with a dot an own domain that was proved.
create table domain (
  name text primary key check (name = lower(name)),
  tenant_id uuid not null references tenant (id),
  kind text not null check (kind in ('label', 'own', 'retired')),
  created_at timestamptz not null
);
create unique index domain_one_label on domain (tenant_id) where kind = 'label';
select server_table('domain');

-- Own domains not yet proved. Several tenants may claim one name: whoever can set its TXT record gets it, and a claim
-- keeps nobody else away.
create table domain_claim (
  tenant_id uuid not null references tenant (id),
  name text not null check (name = lower(name)),
  token text not null,
  created_at timestamptz not null,
  primary key (tenant_id, name)
);
select server_table('domain_claim');

create table federation_member (
  meta_tenant_id uuid not null references tenant (id),
  member_tenant_id uuid not null references tenant (id),
  created_at timestamptz not null,
  primary key (meta_tenant_id, member_tenant_id)
);
select server_table('federation_member');

create table account (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  is_super_user boolean not null default false,
  can_create_tenants boolean not null default false,
  email_verified_at timestamptz,
  created_at timestamptz not null
);
select server_table('account');

create table sign_in_link (
  token_hash bytea primary key,
  tenant_id uuid not null references tenant (id),
  -- Whom it signs in; the account is made when the link is followed. Null in the set-up link of a new installation:
  -- whoever opens it says the address and becomes the first super-user.
  email text check (email = lower(email)),
  expires_at timestamptz not null,
  -- The digits that were mailed along with the link, good only in the browser that asked, which holds the handle. Null where
  -- nobody waits in a browser: the link was handed over by whoever runs the server.
  handle_hash bytea unique,
  code_hash bytea,
  code_expires_at timestamptz,
  code_tries integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null
);
create index sign_in_link_by_email on sign_in_link (email) where used_at is null;
select server_table('sign_in_link');

create table session (
  token_hash bytea primary key,
  tenant_id uuid not null references tenant (id),
  account_id uuid not null references account (id),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_by_account on session (account_id);
select server_table('session');

-- NFC cards of the whole server. A card points to a person; what it is worth at a tenant is that tenant's to keep (purse).
create table nfc_card (
  id uuid primary key,
  -- As a reader shows it, in one form.
  tag_id text not null unique check (tag_id ~ '^[0-9A-F]{8}$'),
  -- Printed on the card.
  number text not null unique,
  account_id uuid references account (id) on delete set null,
  lost_at timestamptz,
  created_at timestamptz not null
);
create index nfc_card_by_account on nfc_card (account_id) where account_id is not null;
select server_table('nfc_card');

-- A public copy without personal data: the shared calendar never reaches into a tenant's tables.
create table calendar_entry (
  tenant_id uuid not null references tenant (id),
  event_id uuid not null,
  slug text not null,
  name text not null,
  short_description text,
  starts_at timestamptz not null,
  ends_at timestamptz,
  location_name text,
  city text,
  image_key text,
  -- What a search finds it by, folded (lib/text.ts): name, description and artists; the place and the town.
  folded_what text not null,
  folded_where text not null,
  primary key (tenant_id, event_id)
);
create index calendar_entry_by_time on calendar_entry (starts_at);
select server_table('calendar_entry');

-- Requests counted per minute across processes; each new row sees to it that those of past minutes go.
create table rate_counter (
  bucket text not null,
  minute timestamptz not null,
  count integer not null,
  primary key (bucket, minute)
);
select server_table('rate_counter');

-- Rights, keys, devices ----------------------------------------------------------------------------------------------

create table tenant_member (
  tenant_id uuid not null references tenant (id),
  account_id uuid not null references account (id),
  role text not null check (role in ('administrator')),
  created_at timestamptz not null,
  primary key (tenant_id, account_id)
);
select tenant_table('tenant_member');

create table api_key (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  prefix text not null,
  secret_hash bytea not null,
  account_id uuid not null references account (id),
  name text not null,
  permissions text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, prefix)
);
select tenant_table('api_key');

create table signing_key (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  public_key bytea not null,
  private_key_encrypted bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  primary key (tenant_id, id)
);
create unique index signing_key_one_active on signing_key (tenant_id) where retired_at is null;
select tenant_table('signing_key');

create table device (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text not null,
  pairing_token_hash bytea,
  pairing_expires_at timestamptz,
  claimed_at timestamptz,
  key_prefix text,
  key_hash bytea,
  created_at timestamptz not null,
  last_seen_at timestamptz,
  ends_at timestamptz,
  archived_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, pairing_token_hash),
  unique (tenant_id, key_prefix)
);
select tenant_table('device');

-- Catalogue and programme --------------------------------------------------------------------------------------------

create table product (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  kind text not null check (kind in ('ticket', 'pack', 'cashless_top_up', 'clothing', 'merchandise', 'membership', 'free')),
  name text not null,
  short_description text,
  long_description text,
  terms_url text,
  published boolean not null default true,
  image_key text,
  send_to_cashless boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index product_one_cashless on product (tenant_id) where send_to_cashless;
create index product_by_creation on product (tenant_id, created_at, id);
select tenant_table('product');

create table price (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  product_id uuid not null,
  name text not null,
  short_description text,
  long_description text,
  amount_minor bigint not null check (amount_minor >= 0),
  -- Whoever pays chooses the amount; amount_minor is the least.
  open_amount boolean not null default false,
  vat_rate_hundredths integer check (vat_rate_hundredths between 0 and 10000),
  stock integer check (stock >= 0),
  -- Null: on sale from the beginning, or to the end.
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  max_per_user integer not null check (max_per_user > 0),
  membership_period text check (membership_period in ('year', 'month')),
  required_membership_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check (sale_ends_at > sale_starts_at),
  foreign key (tenant_id, product_id) references product (tenant_id, id),
  foreign key (tenant_id, required_membership_id) references product (tenant_id, id)
);
create index price_by_product on price (tenant_id, product_id, created_at, id);
select tenant_table('price');

-- What takes something off the prices of a booking, or of a membership taken alone. One row is locked by all that name it, so
-- uses are exact.
create table promotional_code (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  -- In capitals.
  code text not null,
  -- One of the two: a share, or an amount of each.
  discount_hundredths integer check (discount_hundredths between 1 and 10000),
  discount_minor bigint check (discount_minor > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  -- Null is unlimited. Fewer than were made already ends it.
  most_uses integer check (most_uses > 0),
  used integer not null default 0 check (used >= 0),
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check (num_nonnulls(discount_hundredths, discount_minor) = 1),
  check (ends_at > starts_at)
);
create unique index promotional_code_one_text on promotional_code (tenant_id, code);
select tenant_table('promotional_code');

-- What a code is for; none: everything but memberships.
create table promotional_code_product (
  tenant_id uuid not null references tenant (id),
  code_id uuid not null,
  product_id uuid not null,
  primary key (tenant_id, code_id, product_id),
  foreign key (tenant_id, code_id) references promotional_code (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id)
);
select tenant_table('promotional_code_product');

create table location (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text not null,
  address text,
  postal_code text,
  city text,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select tenant_table('location');

create table stage (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  location_id uuid,
  name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  -- For event_stage_at_location.
  unique (tenant_id, id, location_id),
  constraint stage_location foreign key (tenant_id, location_id) references location (tenant_id, id)
);
select tenant_table('stage');

create table project (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text not null,
  short_description text,
  long_description text,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select tenant_table('project');

create table artist (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text not null,
  short_description text,
  long_description text,
  website text,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select tenant_table('artist');

create table ticket_option (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text not null,
  description text,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select tenant_table('ticket_option');

create table event (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  slug text not null,
  name text not null,
  short_description text,
  long_description text,
  starts_at timestamptz not null,
  ends_at timestamptz,
  doors_open_at timestamptz,
  doors_close_at timestamptz,
  published boolean not null default true,
  -- It does not take place: nothing of it is sold, nobody enters.
  cancelled_at timestamptz,
  -- It was put off: when that was said, and when it was to start before.
  postponed_at timestamptz,
  postponed_from timestamptz,
  -- Why, in the organisation's own words.
  change_reason text,
  capacity integer check (capacity >= 0),
  location_id uuid,
  stage_id uuid,
  project_id uuid,
  image_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, slug),
  constraint event_location foreign key (tenant_id, location_id) references location (tenant_id, id),
  constraint event_stage foreign key (tenant_id, stage_id) references stage (tenant_id, id),
  -- Where both are named, the stage is one of that location.
  constraint event_stage_at_location
    foreign key (tenant_id, stage_id, location_id) references stage (tenant_id, id, location_id),
  constraint event_project foreign key (tenant_id, project_id) references project (tenant_id, id)
);
create index event_by_time on event (tenant_id, starts_at, id);
create index event_by_location on event (tenant_id, location_id) where location_id is not null;
select tenant_table('event');

create table event_product (
  tenant_id uuid not null references tenant (id),
  event_id uuid not null,
  product_id uuid not null,
  position integer not null,
  primary key (tenant_id, event_id, product_id),
  foreign key (tenant_id, event_id) references event (tenant_id, id) on delete cascade,
  constraint event_product_product foreign key (tenant_id, product_id) references product (tenant_id, id)
);
create index event_product_by_product on event_product (tenant_id, product_id);
select tenant_table('event_product');

create table event_option (
  tenant_id uuid not null references tenant (id),
  event_id uuid not null,
  option_id uuid not null,
  position integer not null,
  primary key (tenant_id, event_id, option_id),
  foreign key (tenant_id, event_id) references event (tenant_id, id) on delete cascade,
  constraint event_option_option foreign key (tenant_id, option_id) references ticket_option (tenant_id, id)
);
select tenant_table('event_option');

create table event_artist (
  tenant_id uuid not null references tenant (id),
  event_id uuid not null,
  artist_id uuid not null,
  starts_at timestamptz,
  position integer not null,
  primary key (tenant_id, event_id, artist_id),
  foreign key (tenant_id, event_id) references event (tenant_id, id) on delete cascade,
  constraint event_artist_artist foreign key (tenant_id, artist_id) references artist (tenant_id, id)
);
select tenant_table('event_artist');

-- Selling ------------------------------------------------------------------------------------------------------------
-- What a booking writes by the thousand has no foreign keys but the one that keeps an event with reservations: each row
-- would look up and lock its tenant, reservation and price. Booking two tickets cost PostgreSQL 550 µs with them and 77
-- without, since their cached plans date from when the tables were small. Bookings read all of it under their locks.

-- Places held per event, whatever the price. The row is the lock under which every booking of the event is decided.
create table event_counter (
  tenant_id uuid not null references tenant (id),
  event_id uuid not null,
  held integer not null default 0 check (held >= 0),
  primary key (tenant_id, event_id)
);
select tenant_table('event_counter');

-- Held per price and event; event_id is the nil uuid where the stock counts for the price as a whole.
create table price_counter (
  tenant_id uuid not null references tenant (id),
  price_id uuid not null,
  event_id uuid not null,
  held integer not null default 0 check (held >= 0),
  primary key (tenant_id, price_id, event_id)
);
select tenant_table('price_counter');

-- Held per person (normalised e-mail), price and event: the personal maximum.
create table person_counter (
  tenant_id uuid not null,
  email text not null,
  price_id uuid not null,
  event_id uuid not null,
  held integer not null default 0 check (held >= 0),
  primary key (tenant_id, email, price_id, event_id)
);
select tenant_table('person_counter');

create table reservation (
  tenant_id uuid not null,
  id uuid not null,
  -- Null: at no event, the order of a membership taken alone.
  event_id uuid,
  -- How it is named on the phone. A column: an index on the expression would not be used under row-level security, whose
  -- planner trusts no function that could leak.
  reference text collate "C" not null generated always as (right(id::text, 10)) stored,
  -- Compared by its beginning, too: hence by code point, whatever the database does.
  booker_email text collate "C" not null,
  status text not null check (status in ('cancelled', 'created', 'unpaid', 'email_unverified', 'email_verified',
    'paid', 'paid_email_invalid', 'paid_email_unsent', 'valid')),
  to_mail boolean not null default true,
  total_minor bigint not null check (total_minor >= 0),
  ticket_count integer not null,
  -- Of which it holds a use.
  promotional_code_id uuid,
  language text not null,
  confirmation_hash bytea,
  expires_at timestamptz,
  cancelled_at timestamptz,
  cancelled_because text check (cancelled_because in ('cancellation', 'expiry')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id) references event (tenant_id, id)
);
create index reservation_by_event on reservation (tenant_id, event_id);
create index reservation_by_reference on reservation (tenant_id, reference);
create index reservation_by_booker on reservation (tenant_id, booker_email) where booker_email <> '';
create index reservation_to_expire on reservation (tenant_id, expires_at) where expires_at is not null;
create index reservation_to_confirm on reservation (tenant_id, confirmation_hash) where confirmation_hash is not null;
select tenant_table('reservation');

-- What everybody who booked an event is told: it is cancelled, or put off. The row is how far a job has come with it.
create table event_notice (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  event_id uuid not null,
  kind text not null check (kind in ('cancelled', 'postponed')),
  reason text,
  -- Bookings are told in the order of their ids, up to this one.
  told_until uuid,
  -- Who waits for places goes on waiting when it is put off; told in the order of their entries.
  waiting_told_until uuid,
  total integer not null,
  done integer not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id) references event (tenant_id, id) on delete cascade
);
create index event_notice_by_event on event_notice (tenant_id, event_id);
create unique index event_notice_one_cancellation on event_notice (tenant_id, event_id) where kind = 'cancelled';
select tenant_table('event_notice');

-- Who waits for places at an event that is sold out: one entry per person and event.
create table waiting_entry (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  event_id uuid not null,
  price_id uuid not null,
  -- Normalised.
  email text not null,
  places integer not null check (places > 0),
  language text not null check (language in ('en', 'fr')),
  status text not null check (status in ('unconfirmed', 'waiting', 'offered', 'taken', 'left')),
  -- Until when whoever has the address can say that they asked for it.
  confirm_until timestamptz,
  -- That holds, or held, what was offered.
  reservation_id uuid,
  -- Their place in line.
  waiting_since timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, event_id, email),
  foreign key (tenant_id, event_id) references event (tenant_id, id) on delete cascade,
  foreign key (tenant_id, price_id) references price (tenant_id, id),
  check ((status = 'unconfirmed') = (confirm_until is not null)),
  check (status = 'left' or (status in ('unconfirmed', 'waiting')) = (reservation_id is null))
);
create index waiting_entry_in_line on waiting_entry (tenant_id, event_id, waiting_since, id) where status = 'waiting';
create unique index waiting_entry_one_offer on waiting_entry (tenant_id, reservation_id) where reservation_id is not null;
create index waiting_entry_lapsing on waiting_entry (tenant_id, confirm_until) where status = 'unconfirmed';
create index waiting_entry_by_email on waiting_entry (tenant_id, email);
select tenant_table('waiting_entry');

create table reservation_line (
  tenant_id uuid not null,
  id uuid not null,
  reservation_id uuid not null,
  product_id uuid not null,
  price_id uuid not null,
  -- The nil uuid where the line's stock counts for the price as a whole (order lines).
  counted_event_id uuid not null,
  makes_tickets boolean not null,
  quantity integer not null check (quantity > 0),
  unit_amount_minor bigint not null,
  -- What the code of the reservation took off each before.
  unit_discount_minor bigint not null default 0 check (unit_discount_minor >= 0),
  vat_rate_hundredths integer,
  -- Of the member, in the order of a membership taken alone.
  first_name text not null default '',
  last_name text not null default '',
  -- Of clothing, merchandise and packs: the sum of its rows in hand_out.
  handed_out integer not null default 0,
  primary key (tenant_id, id),
  constraint reservation_line_hands_out_once check (handed_out between 0 and quantity)
);
create index reservation_line_by_reservation on reservation_line (tenant_id, reservation_id);
-- What a search at the desk goes through, which for most bookings has no row.
create index reservation_line_of_things on reservation_line (tenant_id, reservation_id) where not makes_tickets;
select tenant_table('reservation_line');

-- Append-only: the running role may insert and read, nothing else. What went over the desk, and what came back.
create table hand_out (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  reservation_line_id uuid not null,
  -- Below zero: it came back.
  quantity integer not null check (quantity <> 0),
  -- How many were out after it.
  handed_out integer not null check (handed_out >= 0),
  -- The API key, the account or the device that noted it.
  actor_id uuid,
  -- The Idempotency-Key it was noted with, and what was asked.
  request_key text,
  request_hash bytea,
  created_at timestamptz not null,
  -- The tale of a line is read together.
  primary key (tenant_id, reservation_line_id, id),
  foreign key (tenant_id, reservation_line_id) references reservation_line (tenant_id, id),
  check ((request_key is null) = (request_hash is null))
);
create unique index hand_out_one_request on hand_out (tenant_id, request_key) where request_key is not null;
select tenant_table('hand_out');
comment on table hand_out is 'tenant append-only';

create table reservation_option (
  tenant_id uuid not null references tenant (id),
  reservation_id uuid not null,
  option_id uuid not null,
  primary key (tenant_id, reservation_id, option_id),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id),
  foreign key (tenant_id, option_id) references ticket_option (tenant_id, id)
);
select tenant_table('reservation_option');

-- The nth word of a name as people search, who type neither accents nor capitals; null when it has none. The same as foldText in
-- src/lib/text.ts does, and most names are spared most of it. Not strict: that would keep it from being inlined, and five calls
-- of it cost more than the rest of writing a ticket.
create function name_word(name text, nth integer) returns text language sql immutable parallel safe
return case when name <> ' ' then nullif(split_part(btrim(translate(case when octet_length(name) = char_length(name) then lower(name) else
  regexp_replace(normalize(replace(replace(replace(replace(lower(name), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'ø', 'o'), NFKD),
    '[\u0300-\u036f]', '', 'g') end, '-‐‑–—.,;:/()_&"''’', '               ')), ' ', nth), '') end;

create table ticket (
  tenant_id uuid not null,
  id uuid not null,
  reservation_id uuid not null,
  event_id uuid not null,
  price_id uuid not null,
  first_name text not null,
  last_name text not null,
  -- Normalised: where it was mailed when it was given away. Null: whoever booked has it.
  holder_email text collate "C",
  -- What a search compares, each with an index of its own. Columns, as `reference` of a reservation; a list of words in one
  -- column would take an operator that the planner trusts as little. Null, and in no index, where there is no such word.
  name_1 text collate "C" generated always as (name_word(first_name || ' ' || last_name, 1)) stored,
  name_2 text collate "C" generated always as (name_word(first_name || ' ' || last_name, 2)) stored,
  name_3 text collate "C" generated always as (name_word(first_name || ' ' || last_name, 3)) stored,
  name_4 text collate "C" generated always as (name_word(first_name || ' ' || last_name, 4)) stored,
  name_5 text collate "C" generated always as (name_word(first_name || ' ' || last_name, 5)) stored,
  reference text collate "C" not null generated always as (right(id::text, 10)) stored,
  seat text not null default 'L',
  status text not null check (status in ('created', 'not_active', 'not_scanned', 'scanned')),
  cancelled_at timestamptz,
  -- It was given to somebody else: the ticket that has taken its place. Nothing of it was given back.
  superseded_by uuid,
  scanned_at timestamptz,
  scanned_by_device_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id)
) with (fillfactor = 85);
create index ticket_by_reservation on ticket (tenant_id, reservation_id);
create index ticket_by_event on ticket (tenant_id, event_id, id);
create index ticket_by_name_1 on ticket (tenant_id, name_1) where name_1 is not null;
create index ticket_by_name_2 on ticket (tenant_id, name_2) where name_2 is not null;
create index ticket_by_name_3 on ticket (tenant_id, name_3) where name_3 is not null;
create index ticket_by_name_4 on ticket (tenant_id, name_4) where name_4 is not null;
create index ticket_by_name_5 on ticket (tenant_id, name_5) where name_5 is not null;
create index ticket_by_reference on ticket (tenant_id, reference);
create index ticket_by_holder on ticket (tenant_id, holder_email) where holder_email is not null;
create unique index ticket_one_seat on ticket (tenant_id, event_id, seat) where seat <> 'L' and cancelled_at is null;
select tenant_table('ticket');

-- An open payment waits for money, a closed one waits no longer. A rejected one brought money that pays for nothing and goes
-- back. Bookings write it by the thousand, so it has no foreign keys either.
create table payment (
  tenant_id uuid not null,
  id uuid not null,
  reservation_id uuid not null,
  method text not null check (method in ('cash', 'card', 'transfer', 'free', 'online')),
  status text not null check (status in ('open', 'closed', 'settled', 'rejected')),
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  -- What came; null until it did. It may differ from what was due.
  received_minor bigint check (received_minor >= 0),
  received_currency text,
  -- Of all its refunds, whatever their state: money is promised back once.
  refunded_minor bigint not null default 0,
  session_id text,
  session_url text,
  session_ends_at timestamptz,
  -- Grows when the provider refused a request for good: the next one must not be taken for its repeat.
  session_attempt integer not null default 1,
  -- What the provider calls the money itself, to refund it.
  provider_payment_id text,
  -- When the provider is to be asked next what became of it; null when nothing is awaited.
  check_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (tenant_id, id),
  constraint payment_within_received check (refunded_minor between 0 and coalesce(received_minor, 0)),
  constraint payment_received_when_in check ((status in ('settled', 'rejected')) = (received_minor is not null))
);
create index payment_by_reservation on payment (tenant_id, reservation_id);
create index payment_to_check on payment (tenant_id, check_at) where check_at is not null;
create unique index payment_one_open on payment (tenant_id, reservation_id) where status = 'open';
create unique index payment_one_settled on payment (tenant_id, reservation_id) where status = 'settled';
create index payment_by_provider on payment (tenant_id, provider_payment_id) where provider_payment_id is not null;
create unique index payment_one_session on payment (tenant_id, session_id) where session_id is not null;
select tenant_table('payment');

-- Money that goes back: noted in the transaction that decides it. What came online is sent by a job, what was taken at the
-- desk is owed (requested) until staff says that it handed the money over.
create table refund (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  payment_id uuid not null,
  reservation_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  because text not null check (because in ('cancellation', 'late', 'amount', 'duplicate', 'maximum', 'at_provider')),
  status text not null check (status in ('requested', 'succeeded', 'failed')),
  provider_refund_id text,
  -- As session_attempt of a payment.
  attempt integer not null default 1,
  -- The provider's word for why it failed.
  failure text,
  -- When to see whether it was sent, should its job have given up; null when nothing is awaited.
  check_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- When staff gave it back by hand.
  handed_over_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  constraint refund_handed_over_is_done check (handed_over_at is null or status = 'succeeded')
);
create index refund_by_payment on refund (tenant_id, payment_id);
create index refund_by_reservation on refund (tenant_id, reservation_id);
create index refund_to_check on refund (tenant_id, check_at) where check_at is not null;
create index refund_owed on refund (tenant_id, id) where status <> 'succeeded';
create unique index refund_one_at_provider on refund (tenant_id, provider_refund_id) where because = 'at_provider';
create index refund_handed_over on refund (tenant_id, handed_over_at) where handed_over_at is not null;
select tenant_table('refund');

-- A payment that whoever paid disputes with their bank, as the provider last told of it. What the bank took back was neither
-- promised nor is it a refund, and it may come again.
create table dispute (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  payment_id uuid not null,
  reservation_id uuid not null,
  provider_dispute_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  outcome text not null check (outcome in ('open', 'won', 'lost')),
  -- The bank has the money.
  is_withdrawn boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, provider_dispute_id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id)
);
create index dispute_by_payment on dispute (tenant_id, payment_id);
select tenant_table('dispute');

-- Append-only: the running role may insert and read, nothing else. Who said that a refund was given back by hand, and who
-- took that back, since it was said by mistake.
create table refund_handover (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  refund_id uuid not null,
  is_taken_back boolean not null,
  -- The API key or the account that said so.
  actor_id uuid,
  -- Of one that the provider had refused, why: it stands again when the handover is taken back.
  failure text,
  created_at timestamptz not null,
  -- The tale of a refund is read together.
  primary key (tenant_id, refund_id, id),
  foreign key (tenant_id, refund_id) references refund (tenant_id, id)
);
select tenant_table('refund_handover');
comment on table refund_handover is 'tenant append-only';

-- What of a reservation's lines a refund gave back: each ticket or thing once.
create table refund_line (
  tenant_id uuid not null references tenant (id),
  refund_id uuid not null,
  reservation_line_id uuid not null,
  quantity integer not null check (quantity > 0),
  primary key (tenant_id, refund_id, reservation_line_id),
  foreign key (tenant_id, refund_id) references refund (tenant_id, id)
);
select tenant_table('refund_line');

-- The last number given. Its row is locked by the transaction that takes the next: one that rolls back leaves no gap.
create table receipt_counter (
  tenant_id uuid primary key references tenant (id),
  last_number integer not null
);
select tenant_table('receipt_counter');

-- Receipts and credit notes, one series of numbers. What they say is kept as it was said: seller, lines and VAT.
create table receipt (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  number integer not null check (number > 0),
  kind text not null check (kind in ('receipt', 'credit_note')),
  reservation_id uuid not null,
  payment_id uuid not null,
  -- Of a credit note.
  refund_id uuid,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  seller jsonb not null,
  lines jsonb not null,
  vat jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  check ((kind = 'credit_note') = (refund_id is not null)),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  foreign key (tenant_id, refund_id) references refund (tenant_id, id)
);
create unique index receipt_one_per_payment on receipt (tenant_id, payment_id) where kind = 'receipt';
create unique index receipt_one_per_refund on receipt (tenant_id, refund_id) where kind = 'credit_note';
create index receipt_by_reservation on receipt (tenant_id, reservation_id);
select tenant_table('receipt');
comment on table receipt is 'tenant append-only';

-- Sealed under the server's secret. A tenant without a row is paid at the door.
create table payment_keys (
  tenant_id uuid primary key references tenant (id),
  secret_key_encrypted bytea not null,
  -- Null: nobody is believed at the webhook, and payments are seen by asking.
  webhook_secret_encrypted bytea,
  updated_at timestamptz not null
);
select tenant_table('payment_keys');

-- Sealed under the server's secret. A wallet without a row is offered nobody.
create table wallet_keys (
  tenant_id uuid not null references tenant (id),
  wallet text not null check (wallet in ('apple', 'google')),
  keys_encrypted bytea not null,
  -- Of the certificate: from then on no pass is made. Null: they do not end.
  expires_at timestamptz,
  updated_at timestamptz not null,
  primary key (tenant_id, wallet)
);
select tenant_table('wallet_keys');

-- A person keeps their number through every renewal; erasure takes it away with the address.
create table member (
  tenant_id uuid not null references tenant (id),
  email text not null check (email <> ''),
  number integer not null check (number > 0),
  created_at timestamptz not null,
  primary key (tenant_id, email),
  unique (tenant_id, number)
);
select tenant_table('member');

create table member_counter (
  tenant_id uuid primary key references tenant (id),
  last_number integer not null
);
select tenant_table('member_counter');

create table membership (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  product_id uuid not null,
  price_id uuid not null,
  reservation_id uuid,
  -- What it cost, what a code took off before, and which.
  amount_minor bigint not null check (amount_minor >= 0),
  discount_minor bigint not null check (discount_minor >= 0),
  promotional_code_id uuid,
  valid_from timestamptz not null,
  valid_until timestamptz,
  -- Reminders of its end that were sent.
  reminders integer not null default 0,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id),
  foreign key (tenant_id, price_id) references price (tenant_id, id)
);
create index membership_by_end on membership (tenant_id, valid_until) where valid_until is not null;
create index membership_by_email on membership (tenant_id, email);
create index membership_by_reservation on membership (tenant_id, reservation_id) where reservation_id is not null;
select tenant_table('membership');

-- Claimed first, answered in the transaction of the booking it made. `claim` tells whose turn it is: the claim of a process
-- that ended without an answer can be taken over at once, and its former holder can then write nothing.
create table idempotency_key (
  tenant_id uuid not null references tenant (id),
  key text not null,
  body_hash bytea not null,
  claim uuid not null,
  -- Of the process; it holds an advisory lock of that number as long as it lives.
  holder integer not null,
  -- Null while the first request runs.
  status_code integer,
  response text,
  created_at timestamptz not null,
  primary key (tenant_id, key)
);
create index idempotency_key_by_time on idempotency_key (tenant_id, created_at);
select tenant_table('idempotency_key');

-- Cashless -----------------------------------------------------------------------------------------------------------

-- The money of a person at this tenant, whatever card they hold up; or of a card that is nobody's; or of whoever was
-- forgotten. Its row is the lock under which each movement is decided.
create table purse (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  -- Normalised.
  email text,
  card_id uuid references nfc_card (id),
  balance_minor bigint not null default 0 check (balance_minor >= 0),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, email),
  unique (tenant_id, card_id),
  check (email is null or card_id is null)
);
select tenant_table('purse');

-- Append-only: the running role may insert and read, nothing else. The balance of a purse is the sum of its movements.
create table purse_movement (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  purse_id uuid not null,
  -- The card that was held up; null: none was.
  card_id uuid references nfc_card (id),
  kind text not null check (kind in ('credit', 'debit', 'reversal', 'top_up', 'membership', 'cancellation',
    'card_replaced')),
  -- What it changed the balance by, and to.
  change_minor bigint not null check (change_minor <> 0),
  balance_minor bigint not null check (balance_minor >= 0),
  -- What a reversal or a cancellation takes back.
  reversal_of uuid,
  -- Of a top-up, a membership and their cancellation; null for a membership taken alone.
  reservation_id uuid,
  note text,
  -- The Idempotency-Key it was asked for with, and what was asked.
  request_key text,
  request_hash bytea,
  -- The API key or the account that asked; null: nobody did, it follows from something else.
  actor_id uuid,
  created_at timestamptz not null,
  -- A statement is read together, the latest first.
  primary key (tenant_id, purse_id, id),
  foreign key (tenant_id, purse_id) references purse (tenant_id, id),
  check ((request_key is null) = (request_hash is null))
);
create unique index purse_movement_one_request on purse_movement (tenant_id, request_key) where request_key is not null;
create unique index purse_movement_one_reversal on purse_movement (tenant_id, reversal_of) where reversal_of is not null;
create index purse_movement_by_reservation on purse_movement (tenant_id, reservation_id) where reservation_id is not null;
select tenant_table('purse_movement');
comment on table purse_movement is 'tenant append-only';

-- Scanning -----------------------------------------------------------------------------------------------------------

-- Append-only: the running role may insert and read, nothing else. No foreign keys: they cost the scan path 13 %.
create table scan_log (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  event_id uuid not null,
  device_id uuid,
  result text not null check (result in ('admitted', 'already_scanned', 'wrong_event', 'canceled', 'unpaid',
    'not_active', 'outside_window', 'undone')),
  ticket_status text not null,
  prior_device_id uuid,
  prior_scanned_at timestamptz,
  nonce uuid,
  scanned_at timestamptz not null,
  recorded_at timestamptz not null,
  -- The tale of a ticket is read together, and every scan writes here: one index serves both.
  primary key (tenant_id, ticket_id, id)
);
create unique index scan_log_one_nonce on scan_log (tenant_id, device_id, nonce) where nonce is not null;
select tenant_table('scan_log');
comment on table scan_log is 'tenant append-only';

-- Mail ---------------------------------------------------------------------------------------------------------------

create table mail (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  kind text not null,
  recipient text not null,
  language text not null check (language in ('en', 'fr')),
  subject text not null,
  -- What it says, apart from how it looks (features/mail/letter.ts).
  letter jsonb not null,
  reservation_id uuid,
  -- What its attached document is made from when it is sent, where its kind has one.
  document_id uuid,
  status text not null check (status in ('queued', 'sent', 'in_outbox', 'refused', 'failed', 'withdrawn')),
  attempts integer not null default 0,
  -- Why the last attempt came to nothing; never an address.
  failure text,
  -- From then on nobody needs it: a link in it has ended. Null: always worth sending.
  useful_until timestamptz,
  created_at timestamptz not null,
  -- When it was sent, refused or given up.
  settled_at timestamptz,
  primary key (tenant_id, id)
);
create index mail_by_status on mail (tenant_id, status, id);
create index mail_by_reservation on mail (tenant_id, reservation_id) where reservation_id is not null;
create unique index mail_one_tickets on mail (tenant_id, reservation_id) where kind = 'tickets';
select tenant_table('mail');
