-- Who was turned away tonight is asked every few seconds. Only those rows: a scan that lets somebody in pays nothing for it.
create index scan_log_refused on scan_log (tenant_id, recorded_at) where result <> 'admitted';
