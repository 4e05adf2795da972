import type { Serial } from '@belfry/schemas/domain/serial';
import type { ProvisioningAccess } from './api-client.ts';
import type { Device } from '../device/device.ts';
import type { FleetMetrics } from './fleet-metrics.ts';

export type FleetOptions = {
  devices: number;
  /** The same seed gives the same fleet (1). */
  seed?: number | string;
  apiUrl: string;
  mqttUrl: string;
  /** The certificate authority (PEM) of a broker at mqtts://; by default those that the machine trusts. */
  ca?: string;
  /** Milliseconds between two metrics of a device (5,000), and between two positions of a playing channel (5,000). */
  intervalMs?: number;
  positionMs?: number;
  /** Milliseconds without an acknowledgement after which the oldest metrics are sent again (30,000). */
  ackTimeoutMs?: number;
  /** Milliseconds until the last device connects (0). */
  rampMs?: number;
  /** Share of flaky devices, 0 to 1 (0). */
  flaky?: number;
  /** The factor by which commands are faster than on a real device (1). */
  speed?: number;
  /** The folder of the fleet's flash; without it nothing is stored. */
  stateDir?: string;
  /** Access with which missing devices are created. */
  provisioning?: ProvisioningAccess;
  /** Called with log lines. */
  log?: (line: string) => void;
};

export type Fleet = {
  metrics: () => FleetMetrics;
  /** The devices that have been started. */
  devices: ReadonlyMap<Serial, Device>;
  /** Stops all devices in order and writes the state, within two seconds. */
  stop: () => Promise<void>;
};
