import {
  createDeviceBodySchema,
  createdDeviceSchema,
  deviceInfoSchema,
  deviceKeyAnswerSchema,
  deviceListQuerySchema,
  deviceSchema,
  editDeviceBodySchema,
  enrollBodySchema,
  registerDeviceBodySchema,
  waitingDevicesQuerySchema,
  type DeviceListQuery,
} from '@belfry/schemas/http/devices';
import { deviceClaimSchema } from '@belfry/schemas/http/device-approvals';
import { serialSchema } from '@belfry/schemas/domain/serial';
import { z } from 'zod';
import type { Principal } from '../../http/principal.ts';
import { Reply, routeWith } from '../../http/route.ts';
import { findVisibleOwner } from '../users/owner-access.ts';
import type { DevicesDeps } from './deps.ts';
import { createDevice, editDevice, readDeviceInfo, removeDevice, rotateKey } from './devices.service.ts';
import { enroll, registerDevice } from './enrolment.service.ts';

const route = routeWith<DevicesDeps>();

const deviceId = z.coerce.number().int().positive().max(2_147_483_647);
const deviceIdParams = z.object({ device_id: deviceId });
const totalHeader = { 'X-Total-Count': 'with paging: how many devices match' };

type Whose = { owner?: number; unbound?: boolean };

async function listDevices(
  deps: DevicesDeps,
  user: Principal,
  query: DeviceListQuery,
  whose: Whose = {},
): Promise<Reply<never>> {
  const { type, status, mode, q } = query;
  const { json, total } = await deps.directory.list(user, { ...whose, type, status, mode, q }, query);
  return Reply.json(json, total === null ? {} : { headers: { 'X-Total-Count': String(total) } });
}

const readingRoutes = [
  route(
    {
      method: 'get',
      path: '/devices/all',
      summary: 'Every device with its live state',
      description: 'Without `page` and `page_size` the whole list, else one page and `X-Total-Count`.',
      access: 'admin',
      query: deviceListQuerySchema,
      answer: z.array(deviceSchema),
      headers: totalHeader,
    },
    ({ deps, query, user }) => listDevices(deps, user, query),
  ),
  route(
    {
      method: 'get',
      path: '/devices/user/email',
      summary: 'The devices of the signed-in person',
      access: 'signed-in',
      query: deviceListQuerySchema,
      answer: z.array(deviceSchema),
      headers: totalHeader,
    },
    ({ deps, query, user }) => listDevices(deps, user, query, { owner: user.id }),
  ),
  route(
    {
      method: 'get',
      path: '/devices/user/wait',
      summary: 'One’s devices that are bound to no node',
      description: 'Another person’s for administrators, by `user_id`.',
      access: 'signed-in',
      query: waitingDevicesQuerySchema,
      answer: z.array(deviceSchema),
      headers: totalHeader,
      errors: ['forbidden', 'user_not_found'],
    },
    async ({ deps, query: { user_id, ...query }, user }) =>
      listDevices(deps, user, query, { owner: await findVisibleOwner(deps.db, user, user_id), unbound: true }),
  ),
  route(
    {
      method: 'get',
      path: '/devices/info/{device}',
      summary: 'One device by its id or serial, with its configuration',
      access: 'signed-in',
      params: z.object({ device: z.union([serialSchema, deviceId]) }),
      answer: deviceInfoSchema,
      errors: ['device_not_found'],
    },
    ({ deps, params, user }) => readDeviceInfo(deps, user, params.device),
  ),
];

const administrationRoutes = [
  route(
    {
      method: 'post',
      path: '/devices/create',
      summary: 'Make a device; the answer shows its key, once',
      access: 'admin',
      body: createDeviceBodySchema,
      answer: createdDeviceSchema,
      status: 201,
      errors: ['serial_not_unique', 'unprocessable', 'conflict'],
    },
    ({ deps, body, user, ip }) => createDevice(deps, { user, ip }, body),
  ),
  route(
    {
      method: 'put',
      path: '/devices/edit/{device_id}',
      summary: 'Change a device; what is absent stays as it is',
      access: 'admin',
      params: deviceIdParams,
      body: editDeviceBodySchema,
      answer: deviceSchema,
      errors: ['device_not_found', 'serial_not_unique', 'unprocessable', 'conflict', 'device_owned', 'edit_conflict'],
    },
    ({ deps, params, body, user, ip }) => editDevice(deps, { user, ip }, params.device_id, body),
  ),
  route(
    {
      method: 'delete',
      path: '/devices/delete/{device_id}',
      summary: 'Delete a device in mode no',
      access: 'admin',
      params: deviceIdParams,
      answer: null,
      errors: ['device_not_found', 'mode_forbids', 'unprocessable'],
    },
    ({ deps, params, user, ip }) => removeDevice(deps, { user, ip }, params.device_id),
  ),
  route(
    {
      method: 'post',
      path: '/devices/rotate-key/{device_id}',
      summary: 'Give a device a new key, shown once; its connection is dropped',
      access: 'admin',
      params: deviceIdParams,
      answer: deviceKeyAnswerSchema,
      errors: ['device_not_found'],
    },
    ({ deps, params, user, ip }) => rotateKey(deps, { user, ip }, params.device_id),
  ),
];

const enrolmentRoutes = [
  route(
    {
      method: 'post',
      path: '/devices/enroll',
      summary: 'A device fetches its key with its pass, once',
      access: 'public',
      body: enrollBodySchema,
      answer: deviceKeyAnswerSchema,
      errors: ['wrong_pass', 'already_enrolled', 'mode_forbids', 'rate_limited'],
    },
    ({ deps, body, ip }) => enroll(deps, body, ip),
  ),
  route(
    {
      method: 'post',
      path: '/devices/user/register',
      summary: 'Make a device one’s own',
      description:
        'A known serial needs its pass and no other owner; an unknown one with a pass is made in mode wait (201). ' +
        'A device without a pass is claimed, and waits for the approval of an administrator (202).',
      access: 'signed-in',
      body: registerDeviceBodySchema,
      answer: z.union([deviceSchema, deviceClaimSchema]),
      errors: ['device_owned', 'mode_forbids', 'rate_limited', 'unprocessable'],
    },
    async ({ deps, body, user, ip }) => {
      const outcome = await registerDevice(deps, user, ip, body);
      if ('claim' in outcome) return Reply.of(outcome.claim, { status: 202 });
      return Reply.of(outcome.device, { status: outcome.created ? 201 : 200 });
    },
  ),
];

export const devicesRoutes = [...readingRoutes, ...administrationRoutes, ...enrolmentRoutes];
