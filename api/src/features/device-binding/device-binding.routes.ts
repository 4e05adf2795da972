import { bindDeviceBodySchema, deviceSchema, unbindDeviceBodySchema } from '@belfry/schemas/http/devices/devices';
import { routeWith } from '../../http/routes/route.ts';
import { canBindDevice } from '../../policies/devices.ts';
import { canEditNode } from '../../policies/owners.ts';
import type { DeviceBindingDeps } from './deps.ts';
import { bindDevice, unbindDevice } from './device-binding.service.ts';

const route = routeWith<DeviceBindingDeps>();

export const deviceBindingRoutes = [
  route(
    {
      method: 'post',
      path: '/devices/bind/company/serial',
      summary: 'Bind a device to a node of type Device, both of one owner',
      description: 'When an administrator binds a device without an owner, the owner of the node becomes its owner.',
      access: 'signed-in',
      policy: { node: canEditNode, device: canBindDevice },
      body: bindDeviceBodySchema,
      answer: deviceSchema,
      errors: ['device_not_found', 'not_found', 'unprocessable', 'conflict', 'device_owned'],
    },
    ({ deps, user, ip, policy, body }) => bindDevice(deps, { user, ip }, policy, body),
  ),
  route(
    {
      method: 'post',
      path: '/devices/unbind/company/serial',
      summary: 'Unbind a device from its node; its owner does not change',
      access: 'signed-in',
      policy: { node: canEditNode, device: canBindDevice },
      body: unbindDeviceBodySchema,
      answer: deviceSchema,
      errors: ['device_not_found'],
    },
    ({ deps, user, ip, policy, body }) => unbindDevice(deps, { user, ip }, policy, body.serial),
  ),
];
