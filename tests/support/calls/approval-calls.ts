import type { DeviceApproval, DeviceClaim } from '@belfry/schemas/http/devices/approvals';
import type { Device } from '@belfry/schemas/http/devices/devices';
import type { TestApi } from '../api.ts';
import { createDevice, type TestUser } from '../factories.ts';

/** Calls about devices without a pass: claims of the user, and what the administrator decides. */
export const approvalCalls = (current: () => { api: TestApi; admin: TestUser; user: TestUser }) => ({
  withoutPass: (overrides: Parameters<typeof createDevice>[1] = {}) =>
    createDevice(current().api, { pass_hash: null, key_hash: null, device_mode: 'new', ...overrides }),
  register: (serial: string, { key } = current().user, body: object = {}) =>
    current().api.post<Device & DeviceClaim & { error?: string }>('/api/devices/user/register', {
      key,
      body: { serial, ...body },
    }),
  list: async ({ key } = current().admin) =>
    (await current().api.get<DeviceApproval[]>('/api/devices/approvals', { key })).body,
  decide: (id: number | undefined, decision: 'approve' | 'reject', { key } = current().admin) =>
    current().api.post(`/api/devices/approvals/${id}/${decision}`, { key }),
  claims: async ({ key } = current().user) =>
    (await current().api.get<DeviceClaim[]>('/api/devices/user/claims', { key })).body,
});
