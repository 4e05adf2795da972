import { idTextSchema } from '@belfry/schemas/domain/ids';
import {
  createDeviceBodySchema,
  createdDeviceSchema,
  deviceKeyAnswerSchema,
  deviceSchema,
  editDeviceBodySchema,
} from '@belfry/schemas/http/devices/devices';
import { z } from 'zod';
import { routeWith } from '../../http/routes/route.ts';
import { canEditDevice } from '../../policies/devices.ts';
import { canEditNode, canTransferDevicesOf } from '../../policies/owners.ts';
import type { DevicesAdminDeps } from './deps.ts';
import { createDevice, removeDevice, rotateKey } from './devices-admin.service.ts';
import { editDevice } from './edit-device.service.ts';

const route = routeWith<DevicesAdminDeps>();

const deviceIdParams = z.object({ device_id: idTextSchema });

export const devicesAdminRoutes = [
  route(
    {
      method: 'post',
      path: '/devices/create',
      summary: 'Create a device; only this answer contains its key',
      access: 'admin',
      policy: { node: canEditNode },
      body: createDeviceBodySchema,
      answer: createdDeviceSchema,
      status: 201,
      errors: ['serial_not_unique', 'unprocessable', 'conflict'],
    },
    ({ deps, body, user, ip, policy }) => createDevice(deps, { user, ip }, policy, body),
  ),
  route(
    {
      method: 'put',
      path: '/devices/edit/{device_id}',
      summary: 'Change a device; absent fields stay',
      access: 'admin',
      policy: { device: canEditDevice, node: canEditNode, owner: canTransferDevicesOf },
      params: deviceIdParams,
      body: editDeviceBodySchema,
      answer: deviceSchema,
      errors: ['device_not_found', 'serial_not_unique', 'unprocessable', 'conflict', 'device_owned', 'edit_conflict'],
    },
    ({ deps, params, body, user, ip, policy }) =>
      editDevice(deps, { user, ip }, policy, { deviceId: params.device_id, body }),
  ),
  route(
    {
      method: 'delete',
      path: '/devices/delete/{device_id}',
      summary: 'Delete a device in mode no',
      access: 'admin',
      policy: { device: canEditDevice, node: canEditNode },
      params: deviceIdParams,
      answer: null,
      errors: ['device_not_found', 'mode_forbids', 'unprocessable'],
    },
    ({ deps, params, user, ip, policy }) => removeDevice(deps, { user, ip }, policy, params.device_id),
  ),
  route(
    {
      method: 'post',
      path: '/devices/rotate-key/{device_id}',
      summary: 'Replace the key of a device; only this answer contains it, and the connection is dropped',
      access: 'admin',
      policy: canEditDevice,
      params: deviceIdParams,
      answer: deviceKeyAnswerSchema,
      errors: ['device_not_found'],
    },
    ({ deps, params, user, ip, policy }) => rotateKey(deps, { user, ip }, policy, params.device_id),
  ),
];
