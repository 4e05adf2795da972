#!/bin/sh
# Writes RabbitMQ's configuration with the values of the environment, and starts it. Secrets are hexadecimal.
set -eu
umask 027
: "${API_URL:?}" "${SERVICE_SECRET:?}" "${ENGINE_SECRET:?}" "${ENGINE_USER:?}" "${ENGINE_PASSWORD:?}"
source=$(dirname "$0")
folder=${FOLDER:-/var/lib/rabbitmq/belfry}
mkdir -p "$folder"
for file in rabbitmq.conf rabbitmq-env.conf definitions.json enabled_plugins belfry_access.erl belfry_admission.erl belfry_cut_off.erl belfry_sessions.erl; do
  sed -e "s|@LISTEN@|0.0.0.0|g" -e "s|@MQTT_PORT@|1883|" -e "s|@WS_PORT@|8083|" -e "s|@MANAGEMENT_PORT@|15672|" \
    -e "s|@API_URL@|$API_URL|" -e "s|@ENGINE_SECRET@|$ENGINE_SECRET|" -e "s|@SERVICE_SECRET@|$SERVICE_SECRET|" \
    -e "s|@ENGINE_USER@|$ENGINE_USER|g" -e "s|@ENGINE_PASSWORD@|$ENGINE_PASSWORD|" -e "s|@FOLDER@|$folder|g" \
    "$source/$file" >"$folder/$file"
done
# MQTT over TLS for devices, with the certificate that the bundled broker would have.
if [ -e /tls/fullchain.pem ]; then
  cat >>"$folder/rabbitmq.conf" <<TLS
mqtt.listeners.ssl.1 = 0.0.0.0:8883
ssl_options.certfile = /tls/fullchain.pem
ssl_options.keyfile = /tls/privkey.pem
ssl_options.verify = verify_none
ssl_options.fail_if_no_peer_cert = false
TLS
fi
if [ "$(id -u)" -eq 0 ] && id rabbitmq >/dev/null 2>&1; then chown -R rabbitmq:rabbitmq "$folder"; fi
export RABBITMQ_CONFIG_FILE="$folder/rabbitmq.conf" RABBITMQ_ENABLED_PLUGINS_FILE="$folder/enabled_plugins"
export RABBITMQ_CONF_ENV_FILE="$folder/rabbitmq-env.conf"
exec "${RABBITMQ_START:-docker-entrypoint.sh}" rabbitmq-server
