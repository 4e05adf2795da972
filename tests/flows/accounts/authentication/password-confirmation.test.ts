import { requirePassword } from '@belfry/api/features/accounts/passwords';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthHarness, type AuthHarness } from '../../../support/services/auth-harness.ts';
import { createUser, PASSWORD } from '../../../support/factories.ts';
import type { AppError } from '@belfry/api/errors';

let harness: AuthHarness;
beforeAll(async () => {
  harness = await startAuthHarness();
});
afterAll(() => harness.stop());
beforeEach(async () => {
  await harness.db.deleteFrom('rate_limits').execute();
  harness.broker.disconnected.length = 0;
});

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'fine',
    (error: AppError) => error.code,
  );

const times = async <T>(count: number, call: () => Promise<T>): Promise<T[]> => {
  const all = [];
  for (let time = 0; time < count; time++) all.push(await call());
  return all;
};

describe('a password confirmation', () => {
  const ask = (id: number, password: string) =>
    requirePassword(harness, id, { field: 'currentPassword', password, text: 'That is not it' });

  it('is limited to ten in a quarter of an hour, and resets when it is right', async () => {
    const { id } = await createUser(harness);
    await expect(ask(id, 'wrong')).rejects.toMatchObject({
      code: 'wrong_password',
      message: 'That is not it',
      details: [{ path: 'currentPassword', message: 'That is not it' }],
    });
    expect(await harness.limits()).toEqual({ [`password:${id}`]: 1 });
    expect(await ask(id, PASSWORD)).toMatchObject({ id });
    expect(await harness.limits()).toEqual({});
    expect(await times(11, () => codeOf(ask(id, 'wrong')))).toEqual([
      ...Array<string>(10).fill('wrong_password'),
      'rate_limited',
    ]);
    await expect(ask(id, PASSWORD)).rejects.toMatchObject({ retryAfterSeconds: expect.closeTo(900, -2) });
    expect(await codeOf(ask(0, PASSWORD))).toBe('not_found');
  });
});
