import type { TestApi } from '../api.ts';
import { createDevice, type TestUser } from '../factories.ts';
import { approvalsHttp } from '@belfry/schemas/http/device-ownership/approvals';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';

/** Calls about devices without a pass: claims of the user, and what the administrator decides. */
export const approvalCalls = (current: () => { api: TestApi; admin: TestUser; user: TestUser }) => ({
  withoutPass: (overrides: Parameters<typeof createDevice>[1] = {}) =>
    createDevice(current().api, { pass_hash: null, key_hash: null, device_mode: 'new', ...overrides }),
  register: (serial: string, { key } = current().user, body: object = {}) =>
    current().api.call(enrolmentHttp.register, { key }, { serial, ...body }),
  list: async ({ key } = current().admin) => (await current().api.call(approvalsHttp.list, { key })).body,
  decide: (id: number | undefined, decision: 'approve' | 'reject', { key } = current().admin) =>
    current().api.post(`/api/devices/approvals/${id}/${decision}`, { key }),
  claims: async ({ key } = current().user) => (await current().api.call(approvalsHttp.claims, { key })).body,
});
