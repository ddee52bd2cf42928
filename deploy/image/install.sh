#!/bin/sh
# Installs every package of package-lock.json: the site is built with them.
set -eu
npm ci --include=dev --include=optional --no-audit --no-fund --loglevel=error
