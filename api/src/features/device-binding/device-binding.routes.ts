import { canBindDevice } from '../../policies/devices.ts';
import { canEditNode } from '../../policies/owners.ts';
import { bindDevice, unbindDevice } from './device-binding.service.ts';
import { bindingHttp } from '@belfry/schemas/http/devices/binding';
import { serve } from '../../serve.ts';

export const deviceBindingRoutes = [
  serve(
    bindingHttp.bind,
    { access: 'signed-in', policy: { node: canEditNode, device: canBindDevice } },
    ({ deps, user, ip, policy, body }) => bindDevice(deps, { user, ip }, policy, body),
  ),
  serve(
    bindingHttp.unbind,
    { access: 'signed-in', policy: { node: canEditNode, device: canBindDevice } },
    ({ deps, user, ip, policy, body }) => unbindDevice(deps, { user, ip }, policy, body.serial),
  ),
];
