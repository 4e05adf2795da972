import { deviceConfigurationSchema, deviceSettingsPatchSchema } from '@belfry/schemas/domain/configuration';
import { serialParamsSchema } from '@belfry/schemas/http/commands/commands';
import { routeWith } from '../../http/routes/route.ts';
import { canConfigureDevice, canReadDevice } from '../../policies/devices.ts';
import { auditImpersonation } from '../audit/index.ts';
import type { DeviceConfigDeps } from './deps.ts';
import { readConfiguration, saveConfiguration } from './device-config.service.ts';

const route = routeWith<DeviceConfigDeps>();

export const deviceConfigRoutes = [
  route(
    {
      method: 'get',
      path: '/rpi/devices/config/{serial}',
      summary: 'The configuration of a device, desired and reported',
      access: 'signed-in',
      policy: canReadDevice,
      params: serialParamsSchema,
      answer: deviceConfigurationSchema,
      errors: ['device_not_found'],
    },
    ({ deps, user, policy, params }) => readConfiguration(deps, user, policy, params.serial),
  ),
  route(
    {
      method: 'post',
      path: '/rpi/devices/config/{serial}',
      summary: 'Save settings of a device; what is absent stays as it is',
      description: 'With a revision, the save is refused when the configuration has another version by now.',
      access: 'signed-in',
      policy: canConfigureDevice,
      params: serialParamsSchema,
      body: deviceSettingsPatchSchema,
      answer: deviceConfigurationSchema,
      errors: ['device_not_found', 'edit_conflict'],
    },
    async ({ deps, user, policy, params: { serial }, body: { settings, revision }, ip }) => {
      const saved = await saveConfiguration(deps, user, policy, { serial, settings, revision });
      const entry = { action: 'device.configure', object_kind: 'device', object_id: serial } as const;
      await auditImpersonation(deps.db, { user, ip }, { ...entry, details: { settings: Object.keys(settings) } });
      return saved;
    },
  ),
];
