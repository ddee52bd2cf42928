#!/bin/bash
# À la première création de la base : le compte du serveur, qui n’est pas administrateur, et les extensions, qu’un administrateur crée.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v password="$(cat /run/secrets/database_password)" --username postgres --dbname amasin <<'SQL'
create role amasin login password :'password';
alter database amasin owner to amasin;
create extension if not exists earthdistance cascade;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
SQL
