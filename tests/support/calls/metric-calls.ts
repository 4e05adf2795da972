import type { MetricRecord, MetricStatistics } from '@belfry/schemas/http/metrics/metrics';
import { createDevice } from '../factories.ts';
import { connectDevice, type MqttDevice } from '../devices/mqtt-device.ts';
import type { Stack } from '../stack.ts';
import { until } from '../until.ts';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { metricsHttp } from '@belfry/schemas/http/metrics/metrics-history';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** An instant so many milliseconds before now, as devices send it. */
export const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

export type MetricCalls = ReturnType<typeof createMetricCalls>;

/** Devices that report metrics, and the calls that read them, as the administrator with this key. */
export function createMetricCalls(stack: Stack, key: string) {
  const list = async (serial: string, query = ''): Promise<MetricRecord[]> =>
    (await stack.get<MetricRecord[]>(`/api/metrics/device/${serial}${query}`, { key })).body;
  return {
    newDevice: async (): Promise<MqttDevice> => connectDevice(stack.mqttUrl, await createDevice(stack)),
    list,
    statistics: async (serial: string, hours = 24): Promise<MetricStatistics> =>
      (await stack.call(metricsHttp.statistics, { key }, { serial, hours })).body,
    /** The sequence number of the newest record of a device, from its last state. */
    lastSeq: async (serial: string): Promise<number | null | undefined> =>
      (await stack.call(devicesHttp.info, { key }, { device: serial })).body.metrics?.seq,
    untilCount: (serial: string, count: number): Promise<MetricRecord[]> =>
      until(
        'the records',
        () => list(serial, '?limit=1000'),
        (records) => records.length === count,
      ),
  };
}
