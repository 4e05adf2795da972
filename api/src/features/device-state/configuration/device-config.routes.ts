import { auditImpersonation } from '../../../audit/audit-log.repository.ts';
import { canConfigureDevice, canReadDevice } from '../../../policies/devices.ts';
import { readConfiguration, saveConfiguration } from './device-config.service.ts';
import { configurationHttp } from '@belfry/schemas/http/device-state';
import { serve } from '../../../serve.ts';

export const deviceConfigRoutes = [
  serve(configurationHttp.read, { access: 'signed-in', policy: canReadDevice }, ({ deps, user, policy, params }) =>
    readConfiguration(deps, user, policy, params.serial),
  ),
  serve(
    configurationHttp.save,
    { access: 'signed-in', policy: canConfigureDevice },
    async ({ deps, user, policy, params: { serial }, body: { settings, revision }, ip }) => {
      const saved = await saveConfiguration(deps, user, policy, { serial, settings, revision });
      const entry = { action: 'device.configure', object_kind: 'device', object_id: serial } as const;
      await auditImpersonation(deps.db, { user, ip }, { ...entry, details: { settings: Object.keys(settings) } });
      return saved;
    },
  ),
];
