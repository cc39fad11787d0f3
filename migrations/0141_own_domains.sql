-- The own domains of an organisation are read with it, and the directory reads ten thousand of them.
create index domain_own on domain (tenant_id, name) where kind = 'own';
