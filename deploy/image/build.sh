#!/bin/sh
# Builds the site. No setting is in it: the server writes them into the pages when it starts, so that one image serves everywhere.
set -eu
DEMO=1 npm run build
