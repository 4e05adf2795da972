#!/usr/bin/env bash
# Updates the client software of a device to the latest archive of its server.
#
#   API_URL=https://belfry.example DEVICE_SERIAL=1111-2222-3333-4444 ./client-update.sh
#   ./client-update.sh --schedule      every night at 2:00, with the same environment
#
# Needs bash, curl, openssl, tar with zstd, and node. SERVICE is the name in the process manager (PM2 or systemd).
set -euo pipefail

: "${API_URL:?the address of the server}" "${DEVICE_SERIAL:?the serial number of this device}"
KEY_FILE=${DEVICE_KEY_FILE:-/etc/belfry/device-key}
PUBLIC_KEY_FILE=${FIRMWARE_KEY_FILE:-/etc/belfry/firmware-key.pem}
FOLDER=${CLIENT_FOLDER:-/opt/belfry}
LOG=${CLIENT_UPDATE_LOG:-/var/log/belfry-update.log}
SERVICE=${SERVICE:-belfry-client}

log() { printf '%s %s\n' "$(date -u +%FT%TZ)" "$*" | tee -a "$LOG" >&2; }
# The key is passed in a configuration on standard input, because arguments are visible to every process.
call() { printf 'user = "%s:%s"\n' "$DEVICE_SERIAL" "$(<"$KEY_FILE")" | curl -fsS --retry 3 -K - "$@"; }
field() { node -pe 'JSON.parse(fs.readFileSync(0, "utf8")).archive?.[process.argv[1]] ?? ""' "$1" <<<"$latest"; }

if [[ ${1:-} == --schedule ]]; then
  line="0 2 * * * API_URL=$API_URL DEVICE_SERIAL=$DEVICE_SERIAL $(realpath "$0")"
  { crontab -l 2>/dev/null | grep -vF "$(realpath "$0")" || true; echo "$line"; } | crontab -
  log 'scheduled every night at 2:00'
  exit
fi

manager() { # start | stop
  if command -v pm2 >/dev/null && pm2 describe "$SERVICE" >/dev/null 2>&1; then pm2 "$1" "$SERVICE" >/dev/null
  else systemctl "$1" "$SERVICE"; fi
}
running() {
  if command -v pm2 >/dev/null && pm2 describe "$SERVICE" >/dev/null 2>&1; then pm2 pid "$SERVICE" | grep -q '^[1-9]'
  else systemctl is-active --quiet "$SERVICE"; fi
}

latest=$(call "$API_URL/api/client/latest-archive")
version=$(field firmware_version)
installed=$(cat "$FOLDER/VERSION" 2>/dev/null || echo none)
[[ -n $version ]] || { log 'the server has no archive'; exit; }
[[ $version != "$installed" ]] || { log "version $installed is the latest"; exit; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log "updating from $installed to $version"
call -C - -o "$work/archive" "$API_URL$(field path)"
echo "$(field sha256)  $work/archive" | sha256sum --check --quiet
manifest=$(tar --zstd -xOf "$work/archive" manifest.json | sha256sum | cut -d' ' -f1)
printf 'belfry firmware 1\n%s\n%s\n' "$(field sha256)" "$manifest" >"$work/message"
field signature | base64 -d >"$work/signature"
openssl pkeyutl -verify -pubin -inkey "$PUBLIC_KEY_FILE" -rawin -in "$work/message" -sigfile "$work/signature" >/dev/null ||
  { log 'the signature is not valid, nothing was changed'; exit 1; }

mkdir "$work/new"
tar --zstd -xf "$work/archive" -C "$work/new" --no-same-owner
echo "$version" >"$work/new/VERSION"
manager stop || true
rm -rf "$FOLDER.previous"
[[ ! -d $FOLDER ]] || cp -a "$FOLDER" "$FOLDER.previous"
mkdir -p "$FOLDER"
cp -a "$work/new/." "$FOLDER/"
if manager start && sleep 10 && running; then
  log "version $version is running"
else
  log "version $version does not run, restoring $installed"
  manager stop || true
  rm -rf "$FOLDER"
  mv "$FOLDER.previous" "$FOLDER"
  manager start
  exit 1
fi
