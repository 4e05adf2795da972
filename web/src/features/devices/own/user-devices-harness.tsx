import type { Role } from '@belfry/schemas/domain/roles';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { screen } from '@testing-library/react';
import { aDevice } from '../../../testing/device-factory.ts';
import type { Answer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { UserDevices } from './user-devices.tsx';

export const SERIAL = '1111-2222-3333-4444';
export const BOUND = aDevice({ serial: SERIAL, company_id: 42, company_name: 'Hall', name: 'Hall' });

export type Options = { answer?: Answer; storage?: Record<string, unknown>; role?: Role };

export const open = (devices: Device[], { answer = () => undefined, storage, role }: Options = {}) =>
  openPage(
    <UserDevices />,
    (call) =>
      answer(call) ??
      (call.path === '/devices/user/email'
        ? Response.json(devices.map((device) => Object.assign(device, { user_id: 1 })))
        : undefined),
    storage,
    { role },
  );
export const card = () => screen.findByRole('article', { name: `Device ${SERIAL}` });
export const press = (name: string) => screen.getByRole('button', { name });
export const answering =
  (path: string, answer: () => Response | Promise<Response>): Answer =>
  (call) =>
    call.path === path ? answer() : undefined;
