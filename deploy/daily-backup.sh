#!/bin/sh
# daily-backup FOLDER: backs up now and then once a day, and deletes files older than BACKUP_DAYS.
# With --once it ends after the first backup.
set -eu
folder=$1
days=${BACKUP_DAYS:-14}
trap 'exit 0' TERM INT
while :; do
  # A failed backup must not end the job, and never deletes older files.
  if plinth backup "$folder/plinth-$(date -u +%Y-%m-%dT%H-%M-%S).backup"; then
    find "$folder" -name 'plinth-*.backup' -type f -mtime "+$((days - 1))" -delete
  elif [ "${2:-}" = --once ]; then
    exit 1
  else
    echo 'daily-backup: the backup failed; trying again in an hour' >&2
    sleep 3600 & wait $!
    continue
  fi
  [ "${2:-}" = --once ] && exit 0
  sleep 86400 & wait $!
done
