import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createUser, PASSWORD, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { waitUntilBlocked } from '../../support/postgres/table-lock.ts';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { authHttp } from '@belfry/schemas/http/accounts/auth';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

describe('a call while another changes the account', () => {
  /** Changes a row in a transaction that commits only when `during` waits for it. */
  async function whileChanged<T>(user: TestUser, changes: object, during: () => Promise<T>): Promise<T> {
    let answer: Promise<T> | undefined;
    await api.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set(changes).where('id', '=', user.id).execute();
      answer = during();
      await waitUntilBlocked(api.db);
    });
    return answer as Promise<T>;
  }
  const signIn = ({ email }: TestUser) => api.call(authHttp.signIn, null, { email, password: PASSWORD });

  it('does not sign in with the former password', async () => {
    const user = await createUser(api);
    const answer = await whileChanged(user, { password_hash: 'another' }, () => signIn(user));
    expect(answer).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  });

  it('does not sign in a user who is blocked meanwhile', async () => {
    const user = await createUser(api);
    const answer = await whileChanged(user, { blocked: true }, () => signIn(user));
    expect(answer).toMatchObject({ status: 403, body: { code: 'account_blocked' } });
  });

  it('sends no link to a former email address', async () => {
    const user = await createUser(api);
    await whileChanged(user, { email: `gone-${user.id}@belfry.test` }, () =>
      api.call(passwordsHttp.forgot, null, { email: user.email }),
    );
    const sent = api.db.selectFrom('outgoing_messages').select('id').where('user_id', '=', user.id);
    expect(await sent.execute()).toEqual([]);
  });
});
