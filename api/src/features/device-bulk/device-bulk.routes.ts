import {
  bulkAnswerSchema,
  bulkBodySchema,
  bulkPreviewBodySchema,
  bulkPreviewSchema,
} from '@belfry/schemas/http/devices/bulk';
import { routeWith } from '../../http/routes/route.ts';
import { canConfigureDevice, canEditDevice } from '../../policies/devices.ts';
import { canEditGroup, canEditNode, canTransferDevicesOf } from '../../policies/owners.ts';
import type { DeviceBulkDeps } from './deps.ts';
import { changeDevices, previewChange } from './device-bulk.service.ts';

const route = routeWith<DeviceBulkDeps>();

const policy = {
  device: canConfigureDevice,
  edit: canEditDevice,
  node: canEditNode,
  group: canEditGroup,
  owner: canTransferDevicesOf,
};
const errors = ['forbidden', 'not_found', 'unprocessable', 'rate_limited'] as const;

export const deviceBulkRoutes = [
  route(
    {
      method: 'post',
      path: '/devices/bulk',
      summary: 'Change many devices: one’s own, as an administrator any',
      description:
        'Devices that cannot be changed are left as they are and reported. Mode and owner are changed by administrators only.',
      access: 'signed-in',
      policy,
      body: bulkBodySchema,
      answer: bulkAnswerSchema,
      errors,
    },
    ({ deps, user, ip, policy, body }) =>
      changeDevices({ deps, actor: { user, ip }, policy }, body.targets, body.change),
  ),
  route(
    {
      method: 'post',
      path: '/devices/bulk/preview',
      summary: 'What a bulk change would do, and how many of the devices are not online',
      description: 'Without `change` it counts the devices only.',
      access: 'signed-in',
      policy,
      body: bulkPreviewBodySchema,
      answer: bulkPreviewSchema,
      errors,
    },
    ({ deps, user, ip, policy, body }) =>
      previewChange({ deps, actor: { user, ip }, policy }, body.targets, body.change),
  ),
];
