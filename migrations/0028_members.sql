-- Whom an organisation finds among its members: the words of the names that their memberships bear, by the address they are
-- known by. Bookings name no member, so that nothing is written here in a rush.
create table member_name_word (
  tenant_id uuid not null,
  -- Normalised.
  email text not null check (email <> ''),
  -- Folded, as foldText does. Compared by its beginning: hence by code point, whatever the database does.
  word text collate "C" not null,
  primary key (tenant_id, email, word)
);

-- As foldText, of what there is; not strict, which names are not.
create function name_words(name text) returns text[] language sql immutable
return regexp_split_to_array(btrim(translate(
  regexp_replace(normalize(replace(replace(replace(replace(lower(name), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'ø', 'o'), NFKD),
    '[\u0300-\u036f]', '', 'g'), '-‐‑–—.,;:/()_&"''’', '               ')), ' +');

-- The rows of every organisation, which the owner of the table sees only while its policy does not bind it too.
alter table membership no force row level security;
insert into member_name_word (tenant_id, email, word)
  select distinct tenant_id, email, word from membership, unnest(name_words(first_name || ' ' || last_name)) as word
  where email <> '' and word <> '';
alter table membership force row level security;
drop function name_words;

create index member_name_by_word on member_name_word (tenant_id, word, email);
select tenant_table('member_name_word');

-- Addresses are looked for by their beginning, too.
create index membership_by_email_start on membership (tenant_id, email collate "C");
create index membership_by_product on membership (tenant_id, product_id, id);
create index membership_cancelled on membership (tenant_id, id) where cancelled_at is not null;

-- What a member was mailed about being one: few of all mails.
create index mail_of_members on mail (tenant_id, recipient, id) where kind in ('membership', 'membership_renewal');
