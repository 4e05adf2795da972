import { letPass } from '@belfry/schemas/testing/clock';
import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectEachStoredOnce } from '../support/devices/journal-fleet.ts';
import { SERVICE_SECRET } from '../support/service-secret.ts';
import { untilShares } from '../support/services/shard-owners.ts';
import { until } from '../support/until.ts';
import { startCalls, type CallsLedger } from '../support/upgrade/calls-ledger.ts';
import { ROOT_ACCOUNT, startDeployment, type Deployment } from '../support/upgrade/deployment.ts';
import { startUpgradeConsole, type UpgradeConsole } from '../support/upgrade/upgrade-console.ts';
import { watchReadiness } from '../support/upgrade/readiness-watch.ts';
import { checkOutPrevious, presentRelease, type Release } from '../support/upgrade/release.ts';
import { enrolDevices, type Enrolled } from '../support/devices/enrolment.ts';
import { createHttpClient, success } from '../support/http-client.ts';

const DEVICES = 200;
/** 400 records a second. */
const EVERY_MS = 500;
const ANSWERING_DEVICES = 4;
const SIGNED_IN = 4;
const SHARDS = 6;
/** How long each mixture of releases works together. */
const PHASE_MS = 2_000;
/** After this time callers are told that their command was not answered. */
const LONGEST_CALL_MS = 16_000;

let previous: Release;
let belfry: Deployment;
let pool: pg.Pool;
let enrolled: Enrolled[];
let answering: Device[];
let calls: CallsLedger;
let live: UpgradeConsole;
beforeAll(async () => {
  previous = checkOutPrevious();
  belfry = await startDeployment(previous, SHARDS);
  pool = new pg.Pool({ connectionString: belfry.databaseUrl, max: 2 });
  pool.on('error', () => {});
  const all = await enrolDevices({ ...belfry, secret: SERVICE_SECRET }, DEVICES + ANSWERING_DEVICES);
  enrolled = all.slice(ANSWERING_DEVICES);
  const mqttUrl = `mqtt://127.0.0.1:${belfry.mqttPort}`;
  answering = all
    .slice(0, ANSWERING_DEVICES)
    .map(({ serial, key }) => startDevice({ serial, deviceKey: key, mqttUrl, speed: 20, intervalMs: 5_000 }));
  const signIn = () => success(createHttpClient(belfry.url).call(authHttp.signIn, null, ROOT_ACCOUNT));
  const accounts = await Promise.all(Array.from({ length: SIGNED_IN }, signIn));
  const keys = accounts.map(({ user_key }) => user_key);
  live = startUpgradeConsole(belfry.wsUrl, { id: accounts[0]?.id ?? 0, key: keys[0] ?? '' }, [
    enrolled[0]?.serial ?? '',
  ]);
  const serials = answering.map(({ serial }) => serial);
  await until('the devices are online', async () => {
    const { rowCount } = await pool.query(
      `select from device_state join devices using (device_id) where status = 'online' and serial = any($1)`,
      [serials],
    );
    return rowCount === ANSWERING_DEVICES;
  });
  calls = startCalls({ url: belfry.url, keys, signIn, serials });
}, 400_000);
afterAll(async () => {
  await calls?.stop();
  await live?.stop();
  for (const device of answering ?? []) device.kill();
  await pool?.end();
  await belfry?.stop();
  previous?.remove();
});

const ANSWERED = ['command executed', 'read 200', 'sign-in 200'];
/** While the broker is replaced, a command is answered with what is missing. */
const NAMED = ['command device_offline', 'command websocket_unavailable', 'command command_timeout'];

/** Each call was answered, and each command with its result. A busy machine needs seconds until there is one of each kind. */
async function expectAllAnswered(): Promise<void> {
  const answers: Record<string, number> = {};
  const isEachThere = (): boolean => {
    Object.assign(answers, calls.take());
    return ANSWERED.every((answer) => answer in answers);
  };
  await until('each kind of call was answered', isEachThere);
  expect(Object.keys(answers).sort()).toEqual(ANSWERED);
}

describe('an upgrade from the previous release, one process after another under load', () => {
  it('loses and doubles no record, signs nobody out and answers every call', async () => {
    const watched = () => watchReadiness(belfry.apis.map(({ url }) => url));
    await expectEachStoredOnce(
      { pool, mqttPort: belfry.mqttPort },
      enrolled,
      async () => {
        await until('the console is live', () => live.received > 0);
        calls.take();

        // The new schema first: both apis of the previous release go on with it.
        let watch = watched();
        await belfry.migrate(presentRelease);
        await letPass(PHASE_MS);
        await expectAllAnswered();
        expect(await watch.stop()).toEqual([]);

        for (let replaced = 0; replaced < 2; replaced++) {
          await belfry.startApi(presentRelease);
          watch = watchReadiness(belfry.apis.slice(1).map(({ url }) => url));
          await letPass(PHASE_MS);
          expect(await belfry.stopOldestApi()).toBe(0);
          await untilShares(pool, [3, 3]);
          await letPass(PHASE_MS);
          await expectAllAnswered();
          expect(await watch.stop()).toEqual([]);
        }
        expect(live.connections).toBe(1);

        // One process: everybody reconnects to its successor.
        expect(await belfry.replaceBroker(presentRelease)).toBe(0);
        const before = live.received;
        await until('the console is live again', () => live.received > before);
        expect(live.connections).toBe(2);
      },
      EVERY_MS,
    );
    expect(live.refusals).toBe(0);
    expect(Object.keys(calls.take()).filter((answer) => !ANSWERED.concat(NAMED).includes(answer))).toEqual([]);
    await until('commands are executed again', () => (calls.take()['command executed'] ?? 0) > 0);
    expect(calls.longestMs).toBeLessThan(LONGEST_CALL_MS);
  });
});
