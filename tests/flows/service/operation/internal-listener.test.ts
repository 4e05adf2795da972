import { randomSerial } from '@belfry/schemas/domain/serial';
import { describe, expect, it } from 'vitest';
import { SERVICE_SECRET, type TestApi } from '../../../support/api.ts';
import { flow } from '../../../support/flow.ts';
import { rawCall } from '../../../support/hostile/raw-http.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

describe('internal hooks and metrics', () => {
  /** Headers that a proxy on this machine adds. */
  const headers = { accept: 'text/html,*/*', 'x-forwarded-for': '203.0.113.7' };
  const PATHS = [
    '/metrics',
    '/metrics/',
    '/METRICS',
    '/metrics/x?y=1',
    '/internal',
    '/internal/devices/provision',
    '/Internal/Devices/Provision/',
    '/internal/broker/authenticate',
    '/api/../internal/devices/provision',
    '/internal/%2e%2e/metrics',
  ];

  it.each(PATHS)('return 404 on the public listener at %s', async (path) => {
    const asked = await api.get(path, { key: SERVICE_SECRET, headers });
    expect(asked).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const posted = await api.post(path, { key: SERVICE_SECRET, body: { devices: [] } });
    expect(posted).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each(['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])(
    'are served to this machine, but not to a request with the header %s',
    async (header) => {
      expect((await fetch(`${api.url}/metrics`)).status).toBe(200);
      expect((await fetch(`${api.url}/metrics`, { headers: { [header]: 'for=203.0.113.7' } })).status).toBe(404);
    },
  );

  const SPELLINGS = [
    '//internal/devices/provision',
    '/./internal//devices/provision',
    '/internal%2fdevices%2fprovision',
    '/%69nternal/devices/provision',
    '/api/../internal/devices/provision',
  ];

  it.each(SPELLINGS)('cannot be reached by writing the path as %s', async (path) => {
    const { status } = await rawCall(api.url, path, { method: 'POST', authorization: SERVICE_SECRET });
    expect(status).toBe(404);
  });

  it('are served by the internal listener, the hooks with the service secret only', async () => {
    const metrics = await fetch(`${api.internal.url}/metrics`);
    expect(metrics.status).toBe(200);
    expect(await metrics.text()).toContain('process_cpu_user_seconds_total');
    const path = '/internal/devices/provision';
    expect((await api.internal.post(path, { body: { devices: [] } })).status).toBe(401);
    const serial = randomSerial();
    const made = await api.internal.post(path, {
      key: SERVICE_SECRET,
      body: { devices: [{ serial, pass: 'factory' }] },
    });
    expect(made).toMatchObject({ status: 200, body: { created: 1 } });
  });

  it('are the only routes of the internal listener', async () => {
    for (const path of ['/', '/index.html', '/api/health/live', '/api/auth/login', '/internal/unknown']) {
      expect((await api.internal.get(path, { headers })).status).toBe(404);
    }
  });
});
