import { giveBackLeft, settleOutputs } from '@belfry/api/features/scenarios/outputs/outputs.service';
import { OUTPUTS_MAX } from '@belfry/schemas/domain/outputs';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { screensHttp } from '@belfry/schemas/http/scenarios/screens';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { expect } from 'vitest';
import { connectOutputs, prepareOutputs, reportOutput, simulateOutputs } from '../../support/devices/outputs.ts';
import { createDevice, type TestDevice } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { createMessage } from '../../support/library.ts';
import type { Stack } from '../../support/stack.ts';
import { createMember, createShops, makeMember } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
flow.beforeAll(({ lentStack }) => {
  stack = lentStack;
});

const deps = () => ({ db: stack.db, events: { changed: () => undefined } as never });

flow(
  'an output goes on, is reported, and is given back at the end; who has none, and who is away, was named before',
  async () => {
    const { owner, devices, targets, create, start, outputsOf } = await prepareOutputs(stack, 3);
    const [strobe, plain, away] = devices as [TestDevice, TestDevice, TestDevice];
    await simulateOutputs(stack, strobe);
    await connectOutputs(stack, plain);
    const gone = await simulateOutputs(stack, away);
    await until(
      'both report',
      async () => 'strobe' in (await outputsOf(strobe)) && 'strobe' in (await outputsOf(away)),
    );
    await gone.stop();
    const action = { kind: 'output', output: 'strobe', state: 'on', targets };
    const { id } = await create([action]);
    const { actions } = await success(stack.call(scenariosHttp.check, owner, { id }));
    expect(actions[0]).toMatchObject({
      kind: 'output',
      reached: 1,
      missed: [
        { who: expect.stringContaining('Speaker 2'), reason: 'no_output' },
        { who: expect.stringContaining('Speaker 3'), reason: 'offline', detail: expect.stringMatching(/^\d{4}-/) },
      ],
    });
    const run = await start([action]);
    const on = await until(
      'it is on',
      run.read,
      (seen) => seen.actions[0]?.receipts.some(({ state }) => state === 'on') === true,
    );
    expect(on).toMatchObject({ state: 'running', actions: [{ what: 'strobe', state: 'active', run_id: null }] });
    expect(on.actions[0]?.receipts).toMatchObject([
      { who: expect.stringContaining('Speaker 2'), state: 'failed', reason: 'no_output' },
      { who: expect.stringContaining('Speaker 3'), state: 'failed', reason: 'offline' },
      { who: expect.stringContaining('Speaker 1'), state: 'on', reason: null },
    ]);
    expect((await outputsOf(strobe))['strobe']).toMatchObject({ state: 'on' });
    expect(await run.end()).toEqual({ ended: 1, kept: [] });
    const off = await until(
      'it is off',
      run.read,
      (seen) => seen.actions[0]?.receipts.some(({ state }) => state === 'off') === true,
    );
    expect(off).toMatchObject({ state: 'ended', actions: [{ state: 'ended' }] });
    expect((await outputsOf(strobe))['strobe']).toMatchObject({ state: 'off' });
  },
);

flow('a pattern goes on until the end, at a simulated device and at one that knows none and pulses once', async () => {
  const { devices, targets, start, outputsOf } = await prepareOutputs(stack, 2);
  const [strobe, old] = devices as [TestDevice, TestDevice];
  await simulateOutputs(stack, strobe);
  const mqtt = await connectOutputs(stack, old);
  await reportOutput(mqtt, 'strobe', 'off');
  await until('both report', async () => 'strobe' in (await outputsOf(strobe)) && 'strobe' in (await outputsOf(old)));
  const action = { kind: 'output', output: 'strobe', state: 'pulse', duration_ms: 200, pause_ms: 300, targets };
  const run = await start([action]);
  const answer = async ({ correlation_id }: { correlation_id: string }, state: string) =>
    mqtt.respond({ correlation_id, success: true, result: { output: 'strobe', state } });
  const told = await mqtt.nextCommand();
  expect(told.params).toEqual({ output: 'strobe', state: 'pulse', duration_ms: 200, pause_ms: 300 });
  await answer(told, 'pulse');
  await reportOutput(mqtt, 'strobe', 'pulse');
  await reportOutput(mqtt, 'strobe', 'off');
  const states = async () => (await run.read()).actions[0]?.receipts.map(({ state }) => state).toSorted();
  await until('both pulse', states, (seen) => seen?.join() === 'pulse,pulse');
  await settleOutputs(deps(), Date.now() + 60_000);
  expect(await run.read()).toMatchObject({ state: 'running', actions: [{ state: 'active' }] });
  expect((await outputsOf(strobe))['strobe']).toMatchObject({ state: 'pulse' });
  expect(await run.end()).toEqual({ ended: 1, kept: [] });
  const off = await mqtt.nextCommand();
  expect(off.params).toEqual({ output: 'strobe', state: 'off' });
  await answer(off, 'off');
  await reportOutput(mqtt, 'strobe', 'off');
  await until('both are off', states, (seen) => seen?.join() === 'off,off,pulse,pulse');
  expect((await outputsOf(strobe))['strobe']).toMatchObject({ state: 'off' });
  await letPressPass(run.scenario_run_id);
  // One of a minute at most ends at the device too.
  const timed = await start([{ ...action, lasts_s: 10 }]);
  const second = await mqtt.nextCommand();
  expect(second.params).toEqual({ output: 'strobe', state: 'pulse', duration_ms: 200, pause_ms: 300, repeat: 20 });
  await answer(second, 'pulse');
  await reportOutput(mqtt, 'strobe', 'pulse');
  await timed.end();
  await letPressPass(timed.scenario_run_id);
  await start([{ ...action, lasts_s: 3_600 }]);
  await until(
    'the long one is told',
    () => mqtt.nextCommand(),
    ({ params }) => params['state'] === 'pulse' && !('repeat' in params),
  );
});

flow('an answer is not enough: an output that is not reported has failed, and says why', async () => {
  const { devices, targets, start, outputsOf } = await prepareOutputs(stack);
  const [device] = devices as [TestDevice];
  const mqtt = await connectOutputs(stack, device);
  await reportOutput(mqtt, 'door', 'off');
  await until('it is known', async () => 'door' in (await outputsOf(device)));
  const action = { kind: 'output', output: 'door', state: 'pulse', duration_ms: 500, targets };
  const silent = await start([action]);
  const command = await mqtt.nextCommand();
  expect(command).toMatchObject({ command: 'output', params: { output: 'door', state: 'pulse', duration_ms: 500 } });
  await mqtt.respond({
    correlation_id: command.correlation_id,
    success: true,
    result: { output: 'door', state: 'pulse' },
  });
  const accepted = await until(
    'it is accepted',
    silent.read,
    (seen) => seen.actions[0]?.receipts[0]?.state === 'accepted',
  );
  expect(accepted.actions[0]).toMatchObject({ state: 'active' });
  await settleOutputs(deps(), Date.now() + 60_000);
  expect(await silent.read()).toMatchObject({
    state: 'finished',
    actions: [{ state: 'failed', receipts: [{ state: 'failed', reason: 'It was not reported' }] }],
  });
  await letPressPass(silent.scenario_run_id);
  const told = await start([action]);
  const second = await mqtt.nextCommand();
  await mqtt.respond({
    correlation_id: second.correlation_id,
    success: true,
    result: { output: 'door', state: 'pulse' },
  });
  await reportOutput(mqtt, 'door', 'pulse');
  const done = await until('it is reported', told.read, (seen) => seen.state === 'finished');
  expect(done.actions[0]).toMatchObject({ state: 'done', receipts: [{ state: 'pulse', reason: null }] });
  await letPressPass(told.scenario_run_id);
  const refused = await start([action]);
  const third = await mqtt.nextCommand();
  await mqtt.respond({ correlation_id: third.correlation_id, success: false, error: 'the fuse is gone' });
  const failed = await until('it is refused', refused.read, (seen) => seen.state === 'finished');
  expect(failed.actions[0]).toMatchObject({
    state: 'failed',
    reason: 'No output was switched',
    receipts: [{ state: 'failed', reason: 'the fuse is gone' }],
  });
});

/** Another press is not the same one then. */
const letPressPass = (runId: string) =>
  stack.db
    .updateTable('scenario_runs')
    .set({ created_at: new Date(Date.now() - 60_000) })
    .where('scenario_run_id', '=', runId)
    .execute();

flow(
  'what should have ended is given back by itself, once, and by all clear where an emergency goes with it',
  async () => {
    const { owner, devices, targets, start, outputsOf } = await prepareOutputs(stack);
    const [device] = devices as [TestDevice];
    const emergency = await createMessage(stack, owner, { name: 'Fire', emergency: true });
    await simulateOutputs(stack, device);
    await until('it reports', async () => 'relay' in (await outputsOf(device)));
    const isOn = async () => (await outputsOf(device))['relay']?.state === 'on';
    const action = { kind: 'output', output: 'relay', state: 'on', targets };
    const late = await start([{ ...action, lasts_s: 3_600 }]);
    await until('it is on', isOn);
    await stack.db
      .updateTable('scenario_run_actions')
      .set({ started_at: new Date(Date.now() - 2 * 3_600_000) })
      .where('scenario_run_id', '=', late.scenario_run_id)
      .execute();
    const clients = { db: stack.db, commands: sending };
    await Promise.all([giveBackLeft(clients), giveBackLeft(clients)]);
    const ended = await until('it has ended', late.read, (seen) => seen.state === 'finished');
    expect(ended.actions[0]).toMatchObject({ state: 'ended' });
    expect(ended.actions[0]?.receipts).toHaveLength(2);
    const run = await start([{ kind: 'emergency', message_id: emergency.id, targets }, action]);
    await until('it is on again', run.read, (seen) => seen.actions[1]?.receipts[0]?.state === 'on');
    await start([{ kind: 'all_clear' }]);
    await until('it is given back', async () => !(await isOn()));
    expect((await run.read()).actions[1]).toMatchObject({ state: 'ended' });
  },
);

flow(
  'all clear outside a scenario gives back what a run with an emergency has switched on and shows, but for what ends by itself',
  async () => {
    const { owner, company, devices, targets, start, outputsOf } = await prepareOutputs(stack);
    const [device] = devices as [TestDevice];
    await success(stack.call(screensHttp.create, owner, { name: 'Hall', company_id: company.company_id }));
    const message_id = (await createMessage(stack, owner, { name: 'Fire', emergency: true })).id;
    await simulateOutputs(stack, device);
    await until('it reports', async () => 'strobe' in (await outputsOf(device)));
    const timed = { kind: 'screen', text: 'Door C', colour: 'red', targets, lasts_s: 3_600 };
    const open = { kind: 'screen', text: 'Leave', colour: 'red', targets };
    const on = { kind: 'output', output: 'strobe', state: 'on', targets };
    const run = await start([{ kind: 'emergency', message_id, targets }, on, open, timed]);
    const seen = await until('it is on', run.read, ({ actions }) => actions[1]?.receipts[0]?.state === 'on');
    const clients = { db: stack.db, commands: sending };
    // While the emergency goes on, nothing is given back.
    await giveBackLeft(clients);
    expect((await run.read()).actions.map(({ state }) => state)).toEqual(['active', 'active', 'active', 'active']);
    await success(stack.call(emergencyHttp.allClear, owner, { run_id: seen.actions[0]?.run_id ?? '' }));
    await giveBackLeft(clients);
    const states = async () => (await run.read()).actions.map(({ state }) => state);
    await until('they have ended', states, ([, output, text]) => output === 'ended' && text === 'ended');
    expect(await states()).toEqual(['ended', 'ended', 'ended', 'active']);
    expect(await run.read()).toMatchObject({ state: 'running' });
    expect(await run.end()).toMatchObject({ ended: 1 });
  },
);

flow('the own time of an emergency ends nothing else', async () => {
  const { owner, company, devices, targets, start } = await prepareOutputs(stack);
  await success(stack.call(screensHttp.create, owner, { name: 'Hall', company_id: company.company_id }));
  const message_id = (await createMessage(stack, owner, { name: 'Fire', emergency: true })).id;
  await connectOutputs(stack, devices[0] as TestDevice);
  const emergency = { kind: 'emergency', message_id, targets, lasts_s: 3_600 };
  const run = await start([emergency, { kind: 'screen', text: 'Leave', colour: 'red', targets }]);
  const seen = await until('it goes on', run.read, ({ actions }) => actions[1]?.state === 'active');
  await stack.db
    .updateTable('scenario_run_actions')
    .set({ started_at: new Date(Date.now() - 2 * 3_600_000) })
    .where('scenario_run_id', '=', run.scenario_run_id)
    .execute();
  await success(stack.call(emergencyHttp.allClear, owner, { run_id: seen.actions[0]?.run_id ?? '' }));
  await giveBackLeft({ db: stack.db, commands: sending });
  expect((await run.read()).actions.map(({ state }) => state)).toEqual(['ended', 'active']);
  await run.end();
});

flow('only who operates devices prepares an action that switches their outputs', async () => {
  const { owner, own, other } = await createShops(stack);
  await createDevice(stack, { user_id: owner.id, company_id: other.node.company_id });
  const user = await createMember(stack, owner, own.company, { role: 'manager' });
  await makeMember(stack, owner, other.company, { user, role: 'announcer' });
  const targets = { nodes: [other.company.company_id] };
  const create = (action: object) =>
    stack.call(scenariosHttp.create, user, { name: 'Strobe', company_id: own.company.company_id, actions: [action] });
  const refused = await create({ kind: 'output', output: 'strobe', state: 'on', targets });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.stringContaining('actions.0')]);
  expect((await create({ kind: 'say', text: 'Hello', targets })).status).toBe(201);
});

/** Nothing is sent: the commands that are stored suffice. */
const sending = {
  sendToMany: async ({ commandId = '' }: { commandId?: string }) => ({ commandId, offline: [], devices: [] }),
} as never;

flow('a device has so many outputs at most, and what is no report of one is not stored', async () => {
  const { devices, outputsOf } = await prepareOutputs(stack);
  const [device] = devices as [TestDevice];
  const mqtt = await connectOutputs(stack, device);
  for (let n = 1; n <= OUTPUTS_MAX; n += 1) await reportOutput(mqtt, `relay-${n}`, 'off');
  await until('all are there', async () => Object.keys(await outputsOf(device)).length === OUTPUTS_MAX);
  await reportOutput(mqtt, 'one-too-many', 'on');
  await reportOutput(mqtt, 'Not A Name', 'on');
  await reportOutput(mqtt, 'relay-1', 'half');
  await reportOutput(mqtt, 'relay-2', 'on');
  await until('the last one is stored', async () => (await outputsOf(device))['relay-2']?.state === 'on');
  const outputs = await outputsOf(device);
  expect(Object.keys(outputs)).toHaveLength(OUTPUTS_MAX);
  expect(outputs).toMatchObject({ 'relay-1': { state: 'off' } });
});
