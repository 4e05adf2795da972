#!/usr/bin/env bash
# Builds the images, starts infra/compose.yaml with secrets and volumes of its own, and checks it as people and devices use it: the console,
# a simulated fleet that enrols through the public API, and its live state over the WebSocket of the proxy. Removes everything afterwards.
# Exit codes: 0 checked, 1 something failed, 3 there is no container engine, so nothing was checked.
set -euo pipefail
cd "$(dirname "$0")/../.."

# The Node that npm has installed.
export PATH=$PWD/node_modules/.bin:$PATH

if ! docker info >/dev/null 2>&1; then
  echo 'no container engine: nothing was checked' >&2
  exit 3
fi

port=${CHECK_PORT:-18480}
devices=${CHECK_DEVICES:-3}
folder=$(mktemp -d)
compose=(docker compose --project-name belfry-check --env-file "$folder/env" -f infra/compose.yaml)
cleanup() {
  docker rm --force belfry-check-fleet >/dev/null 2>&1 || true
  "${compose[@]}" down --volumes --remove-orphans >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap cleanup EXIT

secret() { openssl rand -hex 24; }
password="Check-$(openssl rand -hex 6)"
mkdir "$folder/tls"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=broker -addext subjectAltName=DNS:broker \
  -keyout "$folder/tls/privkey.pem" -out "$folder/tls/fullchain.pem" 2>/dev/null
chmod 755 "$folder" "$folder/tls" && chmod 644 "$folder/tls/"*
cat >"$folder/env" <<SETTINGS
SITE_ADDRESS=:$port
PUBLIC_PORT=$port
PUBLIC_URL=http://localhost:$port
POSTGRES_PASSWORD=$(secret)
SERVICE_SECRET=$(secret)
MQTT_TLS_DIR=$folder/tls
ROOT_EMAIL=root@belfry.local
ROOT_PASSWORD=$password
SETTINGS

echo 'building'
"${compose[@]}" build --quiet
docker build --quiet --file infra/images/Dockerfile --target fleet --tag belfry-check-fleet . >/dev/null
echo 'starting'
"${compose[@]}" up --detach --wait --wait-timeout 180

fleet=(--devices "$devices" --seed check)
docker run --rm belfry-check-fleet "${fleet[@]}" --list >"$folder/devices"
check=(node infra/images/check-installation.ts --url "http://localhost:$port" --email root@belfry.local --password "$password")
"${check[@]}" register <"$folder/devices"
echo "console: ok, $devices devices registered"

# The fleet has neither the service secret nor the internal listener: it enrols with the passes, and connects over TLS.
docker run --detach --name belfry-check-fleet --network belfry-check_default --volume "$folder/tls:/tls:ro" belfry-check-fleet \
  "${fleet[@]}" --ramp 0 --api http://api:8080 --mqtt mqtts://broker:8883 --ca /tls/fullchain.pem --quiet >/dev/null
"${check[@]}" live <"$folder/devices"
echo 'fleet and live stream through the proxy: ok'
