{{- define "belfry.name" -}}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{- end }}

{{- define "belfry.selector" -}}
app.kubernetes.io/name: belfry
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "belfry.labels" -}}
{{ include "belfry.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "belfry.image" -}}
{{- $image := .root.Values.image -}}
{{- with $image.registry }}{{ . }}/{{ end }}belfry-{{ .part }}:{{ $image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{/* What every pod has: no privileges, a read-only file system, no token of the cluster. */}}
{{- define "belfry.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "belfry.container" -}}
image: {{ include "belfry.image" . | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "belfry.mqttUrl" -}}
{{- if .Values.broker.enabled -}}mqtt://{{ include "belfry.name" . }}-broker:1883
{{- else -}}{{ required "mqttUrl is needed with broker.enabled: false" .Values.mqttUrl }}{{- end -}}
{{- end }}

{{- define "belfry.host" -}}{{ regexReplaceAll "^https?://([^:/]+).*$" .Values.publicUrl "${1}" }}{{- end }}

{{/* Settings of the api that are no secrets. */}}
{{- define "belfry.apiEnv" -}}
- { name: MQTT_URL, value: {{ include "belfry.mqttUrl" . | quote }} }
{{- if .Values.broker.enabled }}
- { name: BROKER_HTTP_URL, value: "http://{{ include "belfry.name" . }}-broker:8084" }
{{- end }}
- { name: INTERNAL_HOST, value: 0.0.0.0 }
- { name: PUBLIC_URL, value: {{ .Values.publicUrl | quote }} }
- { name: MQTT_WS_URL, value: "{{ .Values.publicUrl | replace "http" "ws" }}/mqtt" }
- { name: TRUST_PROXY, value: {{ .Values.ingress.trustProxy | quote }} }
{{- range $name, $value := .Values.api.env }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
