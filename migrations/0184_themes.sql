-- How the pages of an organisation look, beside its colour and its pictures (ADR 0295).
alter table tenant
  add column type_pair text not null default 'grotesque'
    check (type_pair in ('grotesque', 'serif', 'condensed', 'round', 'system')),
  add column color_scheme text not null default 'device' check (color_scheme in ('device', 'light', 'dark')),
  add column picture_header text not null default 'beside' check (picture_header in ('beside', 'banner', 'none'));
