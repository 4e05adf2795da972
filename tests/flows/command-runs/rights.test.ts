import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { createAdmin, createDevice, createUser, type TestDevice, type TestUser } from '../../support/factories.ts';
import { untilRun } from '../../support/commands.ts';

const CALLERS = ['owner', 'other', 'admin', 'root'] as const;
type Caller = (typeof CALLERS)[number];

let api: TestApi;
let callers: Record<Caller, TestUser>;
let own: TestDevice;
let foreign: TestDevice;

flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  // Those of other files, since runs on all devices are counted.
  await api.db.deleteFrom('devices').execute();
  callers = {
    owner: await createUser(api),
    other: await createUser(api),
    admin: await createAdmin(api),
    root: await createUser(api, { role: 'root' }),
  };
  own = await createDevice(api, { user_id: callers.owner.id });
  foreign = await createDevice(api, { user_id: callers.other.id });
  await createDevice(api);
});

const countRuns = async (): Promise<number> => (await api.db.selectFrom('command_runs').select('id').execute()).length;
const startOwn = async (): Promise<string> =>
  (await api.call(runsHttp.start, callers.owner, { command: 'clear_cache', targets: { serials: [own.serial] } })).body
    .run_id;

describe.each(CALLERS)('%s', (caller) => {
  const key = () => callers[caller].key;
  const sees = { owner: 1, other: 1, admin: 3, root: 3 }[caller];
  const mayOwn = caller !== 'other';
  const mayForeign = caller !== 'owner';

  it('starts runs on the devices that they may command, and no run where one serial is not theirs', async () => {
    const before = await countRuns();
    const statuses = [];
    for (const serials of [[own.serial], [foreign.serial], [own.serial, foreign.serial], ['9999-9999-9999-9999']])
      statuses.push(
        (await api.call(runsHttp.start, { key: key() }, { command: 'clear_cache', targets: { serials } })).status,
      );
    const expected = [mayOwn, mayForeign, mayOwn && mayForeign, false].map((allowed) => (allowed ? 202 : 404));
    expect(statuses).toEqual(expected);
    expect((await countRuns()) - before).toBe(expected.filter((status) => status === 202).length);
  });

  it('previews and starts runs on all of their devices', async () => {
    for (const targets of [{ all: true as const }, { filter: {} }, { filter: { q: '' } }]) {
      expect((await api.call(runsHttp.preview, { key: key() }, { targets })).body).toEqual({
        devices: sees,
        online: 0,
        offline: sees,
        waves: 1,
      });
      expect((await api.call(runsHttp.start, { key: key() }, { command: 'clear_cache', targets })).body).toMatchObject({
        devices: sees,
        offline: sees,
      });
    }
  });

  it('reads and changes the runs of their own, and administrators those of everybody', async () => {
    const id = await startOwn();
    const statuses = [
      await api.call(runsHttp.read, { key: key() }, { run_id: id }),
      await api.call(runsHttp.deliveries, { key: key() }, { run_id: id }),
    ].map(({ status }) => status);
    for (const what of ['pause', 'resume', 'cancel'] as const)
      statuses.push((await api.call(runsHttp[what], { key: key() }, { run_id: id })).status);
    const ended = [200, 200, 200, 200, 200].map((status) => (mayOwn ? status : 404));
    // The run may have finished in the meantime, which is a conflict.
    expect(statuses.map((status) => (status === 409 ? 200 : status))).toEqual(ended);
    const listed = (await api.call(runsHttp.list, { key: key() }, { page_size: 50 })).body.map(({ run_id }) => run_id);
    expect(listed.includes(id)).toBe(mayOwn);
    // That run may have been cancelled before the command failed for its device, which is offline.
    const failed = await startOwn();
    await untilRun(api, callers.admin, failed, ({ state }) => state === 'finished');
    expect(
      (await api.call(runsHttp.start, { key: key() }, { command: 'clear_cache', targets: { failed_of: failed } }))
        .status,
    ).toBe(mayOwn ? 202 : 404);
  });
});

it.each([
  ['a command that makes no sense on many devices', { command: 'wifi_scan' }, 'unknown_command'],
  ['an unknown command', { command: 'explode' }, 'unknown_command'],
  ['parameters that the command does not have', { params: { volume: 3 } }, 'invalid_input'],
  ['a misspelt filter, which would match every device', { targets: { filter: { stauts: 'online' } } }, 'invalid_input'],
  ['no targets', { targets: {} }, 'invalid_input'],
  ['too large a wave', { wave_size: 10_001 }, 'invalid_input'],
  ['an error rate above 1', { max_error_rate: 20 }, 'invalid_input'],
  ['an expiry without waiting', { expires_in_s: 600 }, 'invalid_input'],
  ['an expiry of more than a week', { queue_offline: true, expires_in_s: 604_801 }, 'invalid_input'],
  ['a filter that matches nothing', { targets: { filter: { q: 'nowhere' } } }, 'unprocessable'],
])('refuses %s', async (_what, body, code) => {
  const before = await countRuns();
  const answer = await api.call(runsHttp.start, callers.admin, {
    command: 'clear_cache',
    targets: { all: true },
    ...body,
  });
  expect(answer.body).toMatchObject({ code });
  expect(await countRuns()).toBe(before);
});

it('audits the start of a run', async () => {
  const id = await startOwn();
  const rows = await api.db.selectFrom('audit_log').selectAll().where('object_id', '=', id).execute();
  expect(rows).toEqual([
    expect.objectContaining({
      user_id: callers.owner.id,
      action: 'command_run.start',
      details: { command: 'clear_cache', devices: 1 },
    }),
  ]);
});

it('of a person may be 20 that have not ended, also when they are started at the same time', async () => {
  const person = await createUser(api);
  const { serial } = await createDevice(api, { user_id: person.id });
  const body = { targets: { serials: [serial] }, queue_offline: true, expires_in_s: 600 };
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => api.call(runsHttp.start, person, { command: 'clear_cache', ...body })),
  );
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  expect((await api.call(runsHttp.list, person, { page_size: 50 })).body).toHaveLength(20);
});
