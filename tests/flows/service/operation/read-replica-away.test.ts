/** @module-tag full */
import { expect, it } from 'vitest';
import { createAdmin } from '../../../support/factories.ts';
import { startStack } from '../../../support/stack.ts';
import { healthHttp } from '@belfry/schemas/http/service/health';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';

// In a file of its own: the gauge belongs to the process, and another replica of the same process would set it as well.
it('starts and answers without a replica that is away, and names it in the readiness', async () => {
  const stack = await startStack({ DATABASE_READ_URL: 'postgres://127.0.0.1:1/belfry' });
  try {
    const admin = await createAdmin(stack);
    expect((await stack.call(devicesHttp.list, admin)).status).toBe(200);
    expect((await stack.call(healthHttp.ready, null)).body).toMatchObject({ status: 'ok', read_replica: 'down' });
    expect((await stack.internal.get<string>('/metrics')).body).toContain('belfry_read_replica_up 0');
  } finally {
    await stack.stop();
  }
});
