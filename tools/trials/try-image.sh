#!/bin/bash
# Builds the image without a Docker daemon, lists its size, and tests two nodes of it on one PostgreSQL.
#
#   tools/trials/try-image.sh [--base FOLDER] [--write-results] [--keep]
#
# Needs root, mmdebstrap, buildah, caddy, npm and PostgreSQL. --base: a Debian root made by an earlier run with --keep.
# --keep leaves the folder with the images; its name is printed at the end.
set -euo pipefail
cd "$(dirname "$0")/../.."

base='' keep='' results=()
while [ $# -gt 0 ]; do
  case $1 in
    --base) base=$2; shift ;;
    --write-results) results=(--write-results) ;;
    --keep) keep=1 ;;
    --help) sed -n '2,/^set/s/^# \?//p' "$0"; exit ;;
    *) echo "Unknown option $1. Options: --base FOLDER, --write-results, --keep." >&2; exit 2 ;;
  esac
  shift
done
for program in mmdebstrap buildah npm unshare caddy; do
  command -v $program > /dev/null || { echo "$program is not installed." >&2; exit 1; }
done

work=$(mktemp -d /tmp/plinth-image.XXXXXX)
# PostgreSQL and the image run as other users.
chmod 711 "$work"
# Images and containers are stored here, not in /var/lib.
export STORAGE_DRIVER=${STORAGE_DRIVER:-overlay} BUILDAH_ISOLATION=chroot TMPDIR=$work
store=(buildah --root "$work/store" --runroot "$work/run")
clean_up() {
  "${store[@]}" rm --all > /dev/null 2>&1 || true
  [ -n "$keep" ] && { echo "Kept: $work"; return; }
  # Never delete through a mount: the npm cache of the machine is one.
  awk -v work="$work/" 'index($5, work) == 1 { print $5 }' /proc/self/mountinfo | tac | xargs -r umount
  if grep -qF " $work/" /proc/self/mountinfo; then echo "Still mounted: $work" >&2; else rm -rf "$work"; fi
}
trap clean_up EXIT
started=$SECONDS
step() { echo "[$((SECONDS - started)) s] $*"; }

case $(uname -m) in aarch64) cpu=arm64 ;; *) cpu=x64 ;; esac

if [ -z "$base" ]; then
  step 'Debian 12, only essential packages'
  base=$work/debian
  # Where this machine gets its own packages from.
  mapfile -t sources < <(find /etc/apt -name debian.sources -o -name sources.list -size +0)
  # usr-is-merged replaces usrmerge, which brings 50 MB of Perl.
  export USED_BY_USRMERGE='libfile-find-rule-perl libnumber-compare-perl libtext-glob-perl
    perl perl-modules-5.36 libperl5.36 libgdbm-compat4 libgdbm6'
  mmdebstrap --quiet --variant=essential --include=usr-is-merged,libstdc++6 \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    --customize-hook='chroot "$1" dpkg --purge usrmerge $USED_BY_USRMERGE > /dev/null' \
    --format=directory bookworm "$base" "${sources[@]}"
fi
# $1: the image's name; further arguments: folders to add, as FROM TO.
commit_image() {
  local name=$1 container
  container=$("${store[@]}" from scratch)
  shift
  while [ $# -gt 0 ]; do
    "${store[@]}" copy --quiet "$container" "$1" "$2" > /dev/null
    shift 2
  done
  "${store[@]}" commit --quiet --rm "$container" "$name" > /dev/null
}
step 'base image'
commit_image localhost/debian "$base" /

step 'image to build in: the base with Node 24 and npm'
npm install --prefix "$work/node" --no-save --ignore-scripts --prefer-offline --silent "node-linux-$cpu@24" npm@11
mkdir -p "$work/tools/bin" "$work/tools/lib/node_modules"
cp "$work/node/node_modules/node-linux-$cpu/bin/node" "$work/tools/bin/"
cp -r "$work/node/node_modules/npm" "$work/tools/lib/node_modules/"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/tools/bin/npm"
commit_image localhost/plinth-build "$base" / "$work/tools" /usr/local

step 'Plinth image'
# The machine's npm settings, cache and certificates are mounted for the build, and so never part of a layer.
cat "$(npm config get userconfig)" "$(npm config get globalconfig)" > "$work/npmrc" 2> /dev/null || true
echo 'prefer-offline=true' >> "$work/npmrc"
mounts=(--volume "$work/npmrc:/root/.npmrc:ro" --volume "$(npm config get cache):/root/.npm")
[ -d /etc/ssl/certs ] && mounts+=(--volume /etc/ssl/certs:/etc/ssl/certs:ro)
built=$SECONDS
"${store[@]}" bud --quiet --isolation chroot --network host --format docker --layers \
  --build-arg BUILD_IMAGE=localhost/plinth-build --build-arg BASE_IMAGE=localhost/debian \
  "${mounts[@]}" --tag localhost/plinth . > "$work/build.log" 2>&1 || { tail -40 "$work/build.log" >&2; exit 1; }
built=$((SECONDS - built))

container=$("${store[@]}" from localhost/plinth)
root=$("${store[@]}" mount "$container")
"${store[@]}" inspect --type image localhost/plinth > "$work/image.json"
step "built in $built s; the largest folders, in MB:"
(cd "$root" && du -x --block-size=1MB --max-depth=3 . | sort -rn | awk "NR <= 25")

step 'smoke test'
npx tsx tools/trials/image/image.ts --root "$root" --image "$work/image.json" --build-seconds "$built" \
  --megabytes "$(du -xs --block-size=1MB "$root" | cut -f1)" "${results[@]}"
