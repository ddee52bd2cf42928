#!/bin/sh
# Runs a command at each « hh:mm » of UTC: sh every-night.sh 01:30 amasin backup --keep 14 /var/backups/amasin
# A failure is a line of the log, and the age of the last backup raises an alert.
set -eu
hour=${1%:*}
minute=${1#*:}
shift
# Without a leading zero, which would mean octal.
at=$(((${hour#0} * 60 + ${minute#0}) * 60))
while :; do
  sleep $(((at - $(date +%s) % 86400 + 86399) % 86400 + 1))
  "$@" || echo "every-night.sh: code $?: $*" >&2
done
