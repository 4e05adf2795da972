import { newCounters } from '@belfry/device-firmware-sim/device/counters';
import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchProduct, type Enrolled, type LaunchedProduct } from '../support/processes/launched-product.ts';
import { until } from '../support/until.ts';
import { success } from '../support/http-client.ts';

const DEVICES = 10;
const CALLERS = 8;
const COMMANDS = 200;
const KILL_AFTER = 60;
const WITHIN_MS = 60_000;
const VOLUME = { command: 'set_volume', params: { channel: 1, volume: 30 } };

let belfry: LaunchedProduct;
let enrolled: Enrolled[];
let key: string;
let devices: Device[] = [];
beforeAll(async () => {
  belfry = await launchProduct();
  enrolled = await belfry.enrol(DEVICES);
  key = await belfry.rootKey();
  const mqttUrl = `mqtt://127.0.0.1:${belfry.mqttPort}`;
  const counters = newCounters();
  devices = enrolled.map(({ serial, key: deviceKey }) =>
    startDevice({ serial, deviceKey, mqttUrl, speed: 20, intervalMs: 60_000, counters }),
  );
  const online = async (): Promise<number> =>
    (await belfry.pool.query(`select from device_state where status = 'online'`)).rowCount ?? 0;
  await until('the api knows all devices', online, (count) => count === DEVICES, WITHIN_MS);
}, 120_000);
afterAll(async () => {
  for (const device of devices) await device.stop();
  await belfry.stop();
});

const send = (serial: string) => success(belfry.api.call(commandsHttp.sendAndWait, { key }, { serial, ...VOLUME }));
const statesOf = async (ids: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await belfry.pool.query<{ id: string; state: string }>(
    'select command_id as id, state from command_deliveries where command_id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
};
/** The commands that the devices have carried out. */
const carriedOut = (): string[] =>
  devices.flatMap(({ flash }) => flash.memory.answers.map(({ correlation_id }) => correlation_id));

it('when Postgres is killed during 200 commands, each that was answered is stored with its result, and so is each response to a stored command', async () => {
  const answered: string[] = [];
  let failed = 0;
  let sent = 0;
  let killed: Promise<void> | null = null;
  /** All processes at once, so that nobody writes what is in the shared memory. */
  const kill = async (): Promise<void> => {
    const again = (): number => belfry.launcher.lines.filter((line) => line === 'postgres runs again').length;
    const before = again();
    for (const pid of belfry.postgresPids()) process.kill(pid, 'SIGKILL');
    await until('Postgres runs again', again, (count) => count > before, WITHIN_MS);
  };
  const call = async (): Promise<void> => {
    while (sent < COMMANDS) {
      const { serial } = enrolled[sent++ % DEVICES]!;
      await send(serial).then(
        (body) => (body.success && body.commandId !== null ? answered.push(body.commandId) : failed++),
        () => failed++,
      );
      if (answered.length >= KILL_AFTER) killed ??= kill();
      // A refused caller comes again when the server does, or all commands would be refused meanwhile.
      if (failed > 0) await killed;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  expect(failed).toBeGreaterThan(0);
  expect(answered.length).toBeGreaterThan(KILL_AFTER);
  expect(new Set(answered).size).toBe(answered.length);
  const states = await statesOf(answered);
  expect(answered.filter((id) => states.get(id) !== 'succeeded')).toEqual([]);
  const done = carriedOut();
  const open = async (): Promise<string[]> =>
    [...(await statesOf(done))].filter(([, state]) => state !== 'succeeded').map(([id]) => id);
  await until('every response to a stored command is stored', open, (ids) => ids.length === 0, WITHIN_MS);
  expect(new Set(done).size).toBe(done.length);
});
