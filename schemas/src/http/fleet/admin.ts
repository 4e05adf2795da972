import { endpoint } from '../endpoint.ts';
import {
  createDeviceBodySchema,
  createdDeviceSchema,
  editDeviceBodySchema,
  deviceSchema,
  deviceKeyAnswerSchema,
} from '../devices/devices.ts';
import { z } from 'zod';
import { idTextSchema } from '../../domain/ids.ts';

const deviceIdParams = z.object({ device_id: idTextSchema });

export const devicesAdminHttp = {
  create: endpoint({
    method: 'post',
    path: '/devices/create',
    summary: 'Create a device; only this answer contains its key',
    body: createDeviceBodySchema,
    answer: createdDeviceSchema,
    status: 201,
    errors: ['serial_not_unique', 'unprocessable', 'conflict'],
  }),
  edit: endpoint({
    method: 'put',
    path: '/devices/edit/{device_id}',
    summary: 'Change a device; absent fields stay',
    params: deviceIdParams,
    body: editDeviceBodySchema,
    answer: deviceSchema,
    errors: ['device_not_found', 'serial_not_unique', 'unprocessable', 'conflict', 'device_owned', 'edit_conflict'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/devices/delete/{device_id}',
    summary: 'Delete a device in mode no',
    params: deviceIdParams,
    answer: null,
    errors: ['device_not_found', 'mode_forbids', 'unprocessable'],
  }),
  rotateKey: endpoint({
    method: 'post',
    path: '/devices/rotate-key/{device_id}',
    summary: 'Replace the key of a device; only this answer contains it, and the connection is dropped',
    params: deviceIdParams,
    answer: deviceKeyAnswerSchema,
    errors: ['device_not_found'],
  }),
};
