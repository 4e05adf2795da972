import { rolloutsHttp } from '@belfry/schemas/http/firmware/rollouts';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

describe('the rights to rollouts', () => {
  it.each([
    ['user', 403],
    ['admin', 404],
    ['root', 404],
    ['nobody', 401],
  ] as const)('of %s', async (role, expected) => {
    const key = role === 'nobody' ? undefined : (await createUser(api, { role })).key;
    const rollout_id = '0190a5b0-0000-4000-8000-000000000001';
    const { start, preview, read, devices, pause, resume, cancel } = rolloutsHttp;
    const answers = [
      ...[start, preview].map((endpoint) => api.call(endpoint, { key }, { filename: 'unknown.tar.zst' })),
      ...[read, devices, pause, resume, cancel].map((endpoint) => api.call(endpoint, { key }, { rollout_id })),
    ];
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([expected]));
    expect((await api.call(rolloutsHttp.list, { key })).status).toBe(expected === 404 ? 200 : expected);
  });
});
