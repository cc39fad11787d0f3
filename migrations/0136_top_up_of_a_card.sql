-- The card that a top-up ordered alone is for; null: the cards of whoever ordered, or no top-up (ADR 0263).
alter table reservation_line add column card_id uuid references nfc_card (id);
