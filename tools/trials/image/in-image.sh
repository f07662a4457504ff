#!/bin/sh
# Runs a command in the root folder of an image: as its user, read-only except for /data and /tmp.
# Start it in namespaces of its own: unshare --mount --pid --fork --kill-child in-image.sh ROOT DATA_DIR COMMAND…
set -e
root=$1 data=$2
shift 2
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount --bind "$data" "$root/data"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
for device in null urandom; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
exec chroot --userspec=1000:1000 "$root" /usr/bin/env --chdir=/plinth "$@"
