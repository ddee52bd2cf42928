#!/bin/sh
# Fait les secrets qui manquent, dans secrets/ : sh secrets.sh. Ce qui y est n’est jamais remplacé.
set -eu
cd "$(dirname "$0")"
# Le dossier n’est ouvert qu’à son propriétaire ; chaque fichier l’est aux comptes des conteneurs, qui ne voient que les leurs.
mkdir -p secrets
chmod 700 secrets

keep() {
  if [ -e "secrets/$1" ]; then cat > /dev/null; else cat > "secrets/$1"; fi
  chmod 444 "secrets/$1"
}

for name in postgres_password database_password s3_secret_access_key grafana_password; do openssl rand -hex 24 | keep "$name"; done
for name in link_secret backup_key; do openssl rand -base64 32 | keep "$name"; done
printf 'postgresql://amasin:%s@postgres/amasin\n' "$(cat secrets/database_password)" | keep database_url
