import {
  PAGE_LIVE_DEVICES_MAX,
  PAGE_MQTT_DEVICES_MAX,
  type PagePath,
} from '@belfry/schemas/http/live-pages/live-pages';

/**
 * How what is said reaches the devices; see PAGE-5. Streams end at the instance to which the speaker is connected, which a device finds only where
 * there is one.
 * @param devices those that play live pages
 */
export function choosePath({ devices, instances }: { devices: number; instances: number }): PagePath {
  if (devices === 0 || devices > PAGE_LIVE_DEVICES_MAX) return 'record';
  if (devices <= PAGE_MQTT_DEVICES_MAX) return 'mqtt';
  return instances > 1 ? 'record' : 'http';
}
