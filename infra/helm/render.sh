#!/usr/bin/env bash
# Checks the chart with helm, and renders it to rendered.yaml, which the tests read. Run it after a change of the chart.
# HELM names the program where it is not on the PATH.
set -euo pipefail
cd "$(dirname "$0")"
helm=${HELM:-helm}
values=(--set existingSecret=belfry-secrets,monitoring.enabled=true,broker.tls.secret=mqtt-tls,image.registry=registry.example.org)

"$helm" lint belfry "${values[@]}"
# Another engine in the place of the broker, and everything optional switched off.
"$helm" template belfry belfry --kube-version 1.29.0 --set existingSecret=s,broker.enabled=false,mqttUrl=mqtt://rabbitmq:1883 \
  --set mqttWebSocket.service=rabbitmq >/dev/null
"$helm" template belfry belfry --kube-version 1.29.0 --set existingSecret=s,ingress.enabled=false,networkPolicy.enabled=false \
  --set api.autoscaling.enabled=false,api.data.existingClaim=data >/dev/null
# What cannot work is refused.
for wrong in image.tag=1 existingSecret=s,publicUrl=belfry existingSecret=s,broker.enabled=false; do
  if "$helm" template belfry belfry --kube-version 1.29.0 --set "$wrong" >/dev/null 2>&1; then
    echo "the chart accepts $wrong" >&2
    exit 1
  fi
done
{
  echo "# Rendered by infra/helm/render.sh from the chart $(find -L belfry -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -d' ' -f1)"
  "$helm" template belfry belfry --kube-version 1.29.0 --namespace belfry "${values[@]}" 2>/dev/null | sed 's/[[:space:]]*$//'
} >rendered.yaml
