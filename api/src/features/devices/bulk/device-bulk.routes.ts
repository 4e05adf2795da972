import { bulkHttp } from '@belfry/schemas/http/devices/bulk';
import { canConfigureDevice, canEditDevice } from '../../../policies/devices.ts';
import { canEditGroup, canEditNode, canTransferDevicesOf } from '../../../policies/owners.ts';
import { changeDevices, previewChange } from './device-bulk.service.ts';
import { serve } from '../../../serve.ts';

const policy = {
  device: canConfigureDevice,
  edit: canEditDevice,
  node: canEditNode,
  group: canEditGroup,
  owner: canTransferDevicesOf,
};
export const deviceBulkRoutes = [
  serve(bulkHttp.change, { access: 'signed-in', policy }, ({ deps, user, ip, policy, body }) =>
    changeDevices({ deps, actor: { user, ip }, policy }, body.targets, body.change),
  ),
  serve(bulkHttp.preview, { access: 'signed-in', policy }, ({ deps, user, ip, policy, body }) =>
    previewChange({ deps, actor: { user, ip }, policy }, body.targets, body.change),
  ),
];
