import { endpoint } from '../endpoint.ts';
import { bindDeviceBodySchema, deviceSchema, unbindDeviceBodySchema } from '../devices/devices.ts';

export const bindingHttp = {
  bind: endpoint({
    method: 'post',
    path: '/devices/bind/company/serial',
    summary: 'Bind a device to a node of type Device, both of one owner',
    description: 'When an administrator binds a device without an owner, the owner of the node becomes its owner.',
    body: bindDeviceBodySchema,
    answer: deviceSchema,
    errors: ['device_not_found', 'not_found', 'unprocessable', 'conflict', 'device_owned'],
  }),
  unbind: endpoint({
    method: 'post',
    path: '/devices/unbind/company/serial',
    summary: 'Unbind a device from its node; its owner does not change',
    body: unbindDeviceBodySchema,
    answer: deviceSchema,
    errors: ['device_not_found'],
  }),
};
