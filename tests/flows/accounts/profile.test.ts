import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { until } from '../../support/until.ts';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';

let api: TestApi;
let user: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  user = await createUser(api, { country_code: 'RU', city: 'Казань' });
});

const update = (body: object, key = user.key) => api.call(usersHttp.update, { key }, { ...body });

describe('the profile', () => {
  it('changes only the given fields', async () => {
    const body = {
      name: '  Ольга Ö. 🎧 ',
      country: 'Germany',
      country_code: 'de',
      city: '',
      region: 'Bayern',
      lang: 'DE',
    };
    const answer = await update(body);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'Profile updated successfully!',
        user: { name: 'Ольга Ö. 🎧', country: 'Germany', country_code: 'DE', city: null, region: 'Bayern', lang: 'de' },
      },
    });
    expect((await api.call(usersHttp.profile, user)).body).toEqual(answer.body.user);
    expect((await update({ city: 'München' })).body.user).toMatchObject({
      city: 'München',
      region: 'Bayern',
      lang: 'de',
    });
    expect((await update({})).status).toBe(200);
  });

  it('rejects an edit that started with older values, and returns the current ones without the key', async () => {
    const { key } = await createUser(api, { city: 'Riga' });
    const { revision } = (await api.call(usersHttp.profile, { key })).body;
    expect((await update({ city: 'Tartu', revision }, key)).status).toBe(200);
    const refused = await update({ region: 'Harju', revision }, key);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { city: 'Tartu', region: null, revision: revision + 1 } },
    });
    expect(JSON.stringify(refused.body)).not.toContain(key);
    expect((await update({ revision }, key)).status).toBe(409);
    expect((await update({ region: 'Harju', revision: revision + 1 }, key)).body.user).toMatchObject({
      city: 'Tartu',
      region: 'Harju',
    });
  });

  it('sends an event to the user’s open consoles', async () => {
    await update({ name: 'Somebody Else' });
    const seen = () => api.broker.published.filter(({ topic }) => topic === `users/${user.id}/events`);
    await until('the console of the user receives the event', seen, (events) =>
      JSON.stringify(events).includes(`{"type":"user_changed","ids":[${user.id}]`),
    );
  });

  it('gets a time zone for an offset without one', async () => {
    const { key } = await createUser(api, { country_code: 'RU', time_zone: 'Europe/Moscow' });
    expect((await update({ utc_offset: 180 }, key)).body.user).toMatchObject({ time_zone: 'Europe/Moscow' });
    const far = (await update({ utc_offset: '+10:00' }, key)).body.user;
    expect(far).toMatchObject({ utc_offset: 600, time_zone: expect.stringMatching(/^Asia\//) });
    expect((await update({ utc_offset: 345 }, key)).body.user).toMatchObject({ time_zone: 'Asia/Kathmandu' });
    expect((await update({ time_zone: 'Asia/Kolkata', utc_offset: 0 }, key)).body.user).toMatchObject({
      time_zone: 'Asia/Kolkata',
      utc_offset: 330,
    });
  });

  it('has the current offset of its time zone, not that of another season', async () => {
    const { key } = await createUser(api, { time_zone: 'Asia/Kolkata', utc_offset: 0 });
    expect((await api.call(usersHttp.profile, { key })).body.utc_offset).toBe(330);
    const lost = await createUser(api, { time_zone: 'Mars/Base', utc_offset: 60 });
    expect((await api.call(usersHttp.profile, lost)).body.utc_offset).toBe(60);
  });

  it.each([
    [{ name: 'A' }, 400, 'Name must be at least 2 characters long'],
    [{ utc_offset: 'abc' }, 400, 'The offset must be whole minutes from -720 to 840'],
    [{ country_code: 'ZZ' }, 422, 'There is no such country'],
    [{ lang: 'qq' }, 422, 'There is no such language'],
    [{ time_zone: 'Mars/Base' }, 422, 'There is no such time zone'],
    [{ utc_offset: 197 }, 422, 'There is no such time zone'],
  ])('refuses %j', async (body, status, error) => {
    expect(await update(body)).toMatchObject({ status, body: { error } });
  });

  it('rejects read-only fields', async () => {
    for (const body of [{ role: 'root' }, { id: 1 }, { email: 'x@belfry.test' }, { blocked: false }, { user_id: 1 }]) {
      expect((await update(body)).status).toBe(400);
    }
    expect((await api.call(usersHttp.profile, user)).body.role).toBe('user');
  });
});
