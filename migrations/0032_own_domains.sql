-- Whether the record that proves a domain is still there is said as it was when somebody looked.
alter table domain_claim add column checked_at timestamptz;
alter table domain_claim add column seen_at timestamptz;
-- Under which of its own domains an organisation is linked to; null: under its label.
alter table tenant add column main_domain text references domain (name) on delete set null;
