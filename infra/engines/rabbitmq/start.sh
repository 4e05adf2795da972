#!/bin/sh
# Writes RabbitMQ's configuration with the values of the environment, and starts it. Secrets are hexadecimal.
set -eu
umask 077
: "${API_URL:?}" "${SERVICE_SECRET:?}" "${ENGINE_SECRET:?}" "${ENGINE_USER:?}" "${ENGINE_PASSWORD:?}"
folder=/var/lib/rabbitmq/belfry
mkdir -p "$folder"
for file in rabbitmq.conf definitions.json enabled_plugins; do
  sed -e "s|@LISTEN@|0.0.0.0|g" -e "s|@MQTT_PORT@|1883|" -e "s|@WS_PORT@|15675|" -e "s|@MANAGEMENT_PORT@|15672|" \
    -e "s|@API_URL@|$API_URL|" -e "s|@ENGINE_SECRET@|$ENGINE_SECRET|" -e "s|@SERVICE_SECRET@|$SERVICE_SECRET|" \
    -e "s|@ENGINE_USER@|$ENGINE_USER|g" -e "s|@ENGINE_PASSWORD@|$ENGINE_PASSWORD|" -e "s|@FOLDER@|$folder|" \
    "/etc/belfry/$file" >"$folder/$file"
done
export RABBITMQ_CONFIG_FILE="$folder/rabbitmq.conf" RABBITMQ_ENABLED_PLUGINS_FILE="$folder/enabled_plugins"
exec docker-entrypoint.sh rabbitmq-server
