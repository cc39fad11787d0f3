-- While everything is sealed anew under another data key: the one before, itself sealed under the present one.
alter table server_setting
  add column former_data_key_sealed bytea,
  add column data_key_replaced_at timestamptz,
  add constraint server_setting_former_data_key
    check (former_data_key_sealed is null or data_key_replaced_at is not null);
