-- A card is known where somebody had it in hand, and a loss that an organisation reports blocks it there (ADR 0229).
create table known_card (
  tenant_id uuid not null references tenant (id),
  card_id uuid not null references nfc_card (id),
  opened_at timestamptz not null,
  -- Since when it is blocked here; nfc_card says where it is blocked everywhere.
  lost_at timestamptz,
  primary key (tenant_id, card_id)
);

-- Where a till opened it while it was nobody's, or moved money with it. The rows of every organisation, which the owner of the
-- tables sees only while their policy does not bind it too.
alter table purse no force row level security;
alter table purse_movement no force row level security;
insert into known_card (tenant_id, card_id, opened_at)
  select used.tenant_id, used.card_id, min(used.created_at) from (
    select tenant_id, card_id, created_at from purse where card_id is not null
    union all select tenant_id, card_id, created_at from purse_movement where card_id is not null
  ) used group by used.tenant_id, used.card_id;
alter table purse force row level security;
alter table purse_movement force row level security;

select tenant_table('known_card');
