import {
  DEFAULT_DEVICE_SETTINGS,
  type DesiredConfig,
  type DeviceConfiguration,
  type DeviceSettings,
} from '@belfry/schemas/domain/configuration';
import { messages } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { BrokerGateway } from '../../broker-gateway.ts';
import { deviceNotFound, editConflict } from '../../errors.ts';
import type { Principal } from '../../http/principal.ts';
import type { Wire } from '../../http/route.ts';
import type { DevicePolicy } from '../../policies/devices.ts';
import type { DeviceConfigDeps } from './deps.ts';
import {
  findConfiguredDevice,
  saveDesired,
  UNSAVED_VERSION,
  type ConfiguredDevice,
} from './device-config.repository.ts';

/** The configuration of a device that the caller may reach; the defaults where nobody has saved one. */
export async function readConfiguration(
  { db }: DeviceConfigDeps,
  user: Principal,
  policy: DevicePolicy,
  serial: string,
): Promise<Wire<DeviceConfiguration>> {
  return toConfiguration(await findPermittedDevice({ db }, user, policy, serial));
}

/**
 * Saves some settings and sends the whole to the device. The row is the truth: while the broker is away nothing is lost,
 * the device gets it when it next comes online. Throws edit_conflict with the present configuration where `revision` is
 * not its version.
 */
export async function saveConfiguration(
  deps: DeviceConfigDeps,
  user: Principal,
  policy: DevicePolicy,
  serial: string,
  { settings, revision }: { settings: Partial<DeviceSettings>; revision?: number | undefined },
): Promise<Wire<DeviceConfiguration>> {
  const device = await findPermittedDevice(deps, user, policy, serial);
  const isCurrent = revision === undefined || revision === versionOf(device);
  const isSaved = isCurrent && (await saveDesired(deps.db, device.device_id, settings, revision));
  const saved = await findPermittedDevice(deps, user, policy, serial);
  if (!isSaved) throw editConflict('The configuration was changed meanwhile', toConfiguration(saved));
  if (saved.config) {
    const desired = { version: saved.config.version, ...saved.config.desired };
    await publishDesired(deps.broker, serial, desired).catch((error: unknown) =>
      deps.log.warn({ serial, err: error }, 'a saved configuration waits for its device to come online'),
    );
  }
  return toConfiguration(saved);
}

/** Sends a device its configuration, retained. */
export async function publishDesired(broker: BrokerGateway, serial: string, desired: DesiredConfig): Promise<void> {
  const { qos, retain } = messages.configDesired;
  await broker.publish(topics.configDesired(serial), JSON.stringify(desired), { qos, retain });
}

async function findPermittedDevice(
  { db }: Pick<DeviceConfigDeps, 'db'>,
  user: Principal,
  policy: DevicePolicy,
  serial: string,
): Promise<ConfiguredDevice> {
  const device = await findConfiguredDevice(db, serial);
  if (!device || !policy(user, device)) throw deviceNotFound();
  return device;
}

const versionOf = ({ config }: ConfiguredDevice): number => config?.version ?? UNSAVED_VERSION;

/** The WiFi password goes to the device and to nobody else. */
function toConfiguration(device: ConfiguredDevice): Wire<DeviceConfiguration> {
  const { serial, created_at, device_version, config } = device;
  const { wifi_pass, ...settings } = config?.desired ?? DEFAULT_DEVICE_SETTINGS;
  const version = versionOf(device);
  return {
    serial,
    version,
    ...settings,
    wifi_pass_set: wifi_pass !== null && wifi_pass !== '',
    device_version: config?.reported?.device_version ?? device_version,
    date_udate_version: config?.reported?.date_udate_version ?? null,
    created_at: config?.created_at ?? created_at,
    updated_at: config?.updated_at ?? created_at,
    reported: config?.reported ?? null,
    in_sync: version === UNSAVED_VERSION || config?.reported_version === version,
  };
}
