import { expect, it } from 'vitest';
import { createAdmin } from '../../support/factories.ts';
import { startStack } from '../../support/stack.ts';

// In a file of its own: the gauge belongs to the process, and another replica of the same process would set it as well.
it('starts and answers without a replica that is away, and names it in the readiness', async () => {
  const stack = await startStack({ DATABASE_READ_URL: 'postgres://127.0.0.1:1/belfry' });
  try {
    const admin = await createAdmin(stack);
    expect((await stack.get('/api/devices/all', { key: admin.key })).status).toBe(200);
    expect((await stack.get('/api/health/ready')).body).toMatchObject({ status: 'ok', read_replica: 'down' });
    expect((await stack.internal.get<string>('/metrics')).body).toContain('belfry_read_replica_up 0');
  } finally {
    await stack.stop();
  }
});
