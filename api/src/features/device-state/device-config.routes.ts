import { devicePermits } from '../../people/owner-access.ts';
import { canConfigureDevice, canReadDevice, type DevicePolicy } from '../../policies/devices.ts';
import { auditOwn } from '../../audit/audit-log.repository.ts';
import { configurationHttp } from '@belfry/schemas/http/device-state';
import { serve } from '../../serve.ts';
import {
  DEFAULT_DEVICE_SETTINGS,
  type DesiredConfig,
  type DeviceConfiguration,
  type DeviceSettings,
} from '@belfry/schemas/domain/configuration';
import { messages } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { BrokerGateway } from '../../broker-gateway.ts';
import { AppError, deviceNotFound, editConflict } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import {
  findConfiguredDevice,
  saveDesired,
  UNSAVED_VERSION,
  type ConfiguredDevice,
} from './device-config.repository.ts';
import type { Deps } from '../../deps.ts';

export const deviceConfigRoutes = [
  serve(configurationHttp.read, { access: 'signed-in', policy: canReadDevice }, ({ deps, user, policy, params }) =>
    readConfiguration(deps, user, policy, params.serial),
  ),
  serve(
    configurationHttp.save,
    { access: 'signed-in', policy: canConfigureDevice, audit: 'service' },
    async ({ deps, user, policy, params: { serial }, body: { settings, revision }, ip }) => {
      const { saved, before, ...device } = await saveConfiguration(deps, user, policy, { serial, settings, revision });
      const entry = { action: 'device.configure', object_kind: 'device', object_id: serial, ...device } as const;
      const details = { settings: Object.keys(settings) };
      await auditOwn(deps.db, { user, ip }, { ...entry, details, before, after: settings });
      return saved;
    },
  ),
];

type DeviceConfigDeps = Pick<Deps, 'db' | 'broker' | 'log'>;

export async function readConfiguration(
  { db }: DeviceConfigDeps,
  user: Principal,
  policy: DevicePolicy,
  serial: string,
): Promise<Wire<DeviceConfiguration>> {
  return toConfiguration(await findPermittedDevice({ db }, user, policy, serial));
}

type ConfigurationChange = { serial: string; settings: Partial<DeviceSettings>; revision?: number | undefined };

/**
 * Saves the given settings and publishes the complete configuration. While the broker is unavailable, only the row is
 * written, and the device is sent the configuration when it next comes online. Throws edit_conflict with the current
 * configuration if `revision` is not its version.
 * @returns the configuration, and the settings before
 */
async function saveConfiguration(
  deps: DeviceConfigDeps,
  user: Principal,
  policy: DevicePolicy,
  { serial, settings, revision }: ConfigurationChange,
) {
  const device = await findPermittedDevice(deps, user, policy, serial);
  const isCurrent = revision === undefined || revision === versionOf(device);
  const isSaved =
    isCurrent && (await saveDesired(deps.db, device.device_id, settings, { version: revision, savedBy: user.id }));
  const saved = await findPermittedDevice(deps, user, policy, serial);
  if (!isSaved) throw editConflict('The configuration was changed meanwhile', toConfiguration(saved));
  if (saved.config) {
    const desired = { version: saved.config.version, ...saved.config.desired };
    await publishDesired(deps.broker, serial, desired).catch((error: unknown) =>
      deps.log.warn({ serial, err: error }, 'a saved configuration waits for its device to come online'),
    );
  }
  const before = device.config?.desired ?? DEFAULT_DEVICE_SETTINGS;
  return { saved: toConfiguration(saved), before, owner_id: device.user_id };
}

export async function publishDesired(broker: BrokerGateway, serial: string, desired: DesiredConfig): Promise<void> {
  const { qos, retain } = messages.configDesired;
  await broker.publish(topics.configDesired(serial), JSON.stringify(desired), { qos, retain });
}

async function findPermittedDevice(
  { db }: Pick<Deps, 'db'>,
  user: Principal,
  policy: DevicePolicy,
  serial: string,
): Promise<ConfiguredDevice> {
  const device = await findConfiguredDevice(db, serial);
  if (device && (await devicePermits(db, user, device, policy))) return device;
  if (device && (await devicePermits(db, user, device, canReadDevice)))
    throw new AppError('forbidden', 'You may see this device, but not change its settings');
  throw deviceNotFound();
}

const versionOf = ({ config }: ConfiguredDevice): number => config?.version ?? UNSAVED_VERSION;

/** Without the WiFi password, which only the device receives. */
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
