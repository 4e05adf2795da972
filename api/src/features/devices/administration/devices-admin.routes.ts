import { canEditDevice } from '../../../policies/devices.ts';
import { canEditNode, canTransferDevicesOf } from '../../../policies/owners.ts';
import { createDevice, removeDevice, rotateKey } from './devices-admin.service.ts';
import { editDevice } from './edit-device.service.ts';
import { devicesAdminHttp } from '@belfry/schemas/http/devices/admin';
import { serve } from '../../../serve.ts';

export const devicesAdminRoutes = [
  serve(
    devicesAdminHttp.create,
    { access: 'admin', policy: { node: canEditNode } },
    ({ deps, body, user, ip, policy }) => createDevice(deps, { user, ip }, policy, body),
  ),
  serve(
    devicesAdminHttp.edit,
    { access: 'admin', policy: { device: canEditDevice, node: canEditNode, owner: canTransferDevicesOf } },
    ({ deps, params, body, user, ip, policy }) =>
      editDevice(deps, { user, ip }, policy, { deviceId: params.device_id, body }),
  ),
  serve(
    devicesAdminHttp.remove,
    { access: 'admin', policy: { device: canEditDevice, node: canEditNode } },
    ({ deps, params, user, ip, policy }) => removeDevice(deps, { user, ip }, policy, params.device_id),
  ),
  serve(devicesAdminHttp.rotateKey, { access: 'admin', policy: canEditDevice }, ({ deps, params, user, ip, policy }) =>
    rotateKey(deps, { user, ip }, policy, params.device_id),
  ),
];
