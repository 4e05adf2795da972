import type { SampleCreated } from '@belfry/schemas/http/sample-organisation';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { ROOT, SERVICE_SECRET, type TestApi } from '../api.ts';
import { createUser, type TestUser } from '../factories.ts';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { sampleOrganisationHttp } from '@belfry/schemas/http/sample-organisation';

export const sampleDevices = (count: number) =>
  Array.from({ length: count }, () => ({ serial: randomSerial(), pass: 'pass-1' }));

/** The calls of the sample organisation, as the launcher and people send them. */
export const sampleCalls = (api: TestApi) => ({
  create: (devices: { serial: string; pass: string }[], key = SERVICE_SECRET) =>
    api.internal.post<SampleCreated>('/internal/first-start/sample-organisation', { key, body: { devices } }),
  offer: () =>
    api.internal.get<{ undecided: boolean }>('/internal/first-start/sample-organisation', { key: SERVICE_SECRET }),
  read: (user?: { key: string }) => api.call(sampleOrganisationHttp.read, user ?? null),
  remove: (user: { key: string }) => api.call(sampleOrganisationHttp.remove, user),
  /** The first root account, signed in. */
  async root(): Promise<Pick<TestUser, 'id' | 'key'>> {
    const { body } = await api.call(authHttp.signIn, null, { ...ROOT });
    const first = api.db.selectFrom('users').select('id').where('email', '=', ROOT.email);
    return { id: (await first.executeTakeFirstOrThrow()).id, key: body.user_key };
  },
  /** A user of each role but root. */
  people: async () => ({ user: await createUser(api), admin: await createUser(api, { role: 'admin' }) }),
});
