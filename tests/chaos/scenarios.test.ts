import { type Device, startDevice } from '@belfry/device-firmware-sim/device/device';
import type { Database } from '@belfry/api/db/database';
import { contactGroupsHttp } from '@belfry/schemas/http/scenarios/contacts';
import { destinationsHttp } from '@belfry/schemas/http/scenarios/destinations';
import { scenarioRunsHttp, type ScenarioRun } from '@belfry/schemas/http/scenarios/runs';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { letPass } from '@belfry/schemas/testing/clock';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSpeakers } from '../support/factories.ts';
import { success } from '../support/http-client.ts';
import { launchProduct, type LaunchedProduct, type ProcessName } from '../support/processes/launched-product.ts';
import { type FakeSmtp, startSmtp } from '../support/providers/smtp.ts';
import { startChatServer } from '../support/services/chat-server.ts';
import { until } from '../support/until.ts';

const DEVICES = 4;
const CONTACTS = 10;
const WITHIN_MS = 120_000;
/** What is killed, and how long after the press was sent. The actions of the scenario begin at once, after 1 s and after 2 s. */
const KILLS: readonly (readonly [ProcessName, number])[] = [
  ['api', 0],
  ['api', 60],
  ['api', 150],
  ['api', 400],
  ['api', 1_100],
  ['broker', 0],
  ['broker', 1_050],
  ['postgres', 0],
  ['postgres', 100],
  ['postgres', 1_100],
];

let belfry: LaunchedProduct;
let smtp: FakeSmtp;
let chat: Awaited<ReturnType<typeof startChatServer>>;
let key: string;
let scenarioId: number;
const devices: Device[] = [];

beforeAll(async () => {
  [smtp, chat] = [await startSmtp(), await startChatServer()];
  belfry = await launchProduct({ SMTP_URL: smtp.url, WEBHOOK_ALLOW: '127.0.0.1', LOG_LEVEL: 'error' });
  key = await belfry.rootKey();
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: belfry.pool }) });
  const root = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const { company, ids } = await createSpeakers({ db }, root, DEVICES);
  const { company_id } = company;
  for (const [n, { serial, key: deviceKey }] of (await belfry.enrol(DEVICES)).entries()) {
    await db
      .updateTable('devices')
      .set({ user_id: root.id, company_id: ids[n] ?? 0 })
      .where('serial', '=', serial)
      .execute();
    const mqttUrl = `mqtt://127.0.0.1:${belfry.mqttPort}`;
    devices.push(startDevice({ serial, deviceKey, mqttUrl, apiUrl: belfry.url, speed: 20, intervalMs: 60_000 }));
  }
  const by = { key };
  const group = await success(belfry.api.call(contactGroupsHttp.create, by, { name: 'Parents', company_id }));
  const people = Array.from({ length: CONTACTS }, (_, n) => `parent-${n}@belfry.test`);
  const body = ['name,email,phone,language', ...people.map((mail, n) => `Parent ${n},${mail},,en`)].join('\n');
  await success(belfry.api.call(contactGroupsHttp.import, by, { id: group.id, body }));
  await db
    .updateTable('confirmed_recipients')
    .set({ confirmed_at: new Date() })
    .where('recipient', 'in', people)
    .execute();
  const chatOf = (service: 'teams' | 'http', url: string) =>
    success(belfry.api.call(destinationsHttp.create, by, { name: service, service, url, company_id }));
  const [teams, lights] = [await chatOf('teams', chat.urlOf('teams')), await chatOf('http', chat.url)];
  const recipients = { contacts: [group.id] };
  const targets = { nodes: [company_id] };
  const { id } = await success(
    belfry.api.call(scenariosHttp.create, by, {
      name: 'Storm',
      company_id,
      actions: [
        { kind: 'say', text: 'A storm', targets },
        { kind: 'mail', subject: '{n} first', text: 'Storm', recipients },
        { kind: 'chat', destination_id: teams.id, text: '{n} Storm' },
        { kind: 'say', text: 'Go inside', targets, after_s: 1 },
        { kind: 'http', destination_id: lights.id, method: 'POST', body: '{"n":"{n}"}', after_s: 1 },
        { kind: 'mail', subject: '{n} second', text: 'Storm', recipients, after_s: 2 },
      ],
    }),
  );
  scenarioId = id;
  const online = async () =>
    (await belfry.pool.query(`select from device_state where status = 'online'`)).rowCount ?? 0;
  await until('all are online', online, (count) => count === DEVICES, WITHIN_MS);
}, 180_000);
afterAll(async () => {
  for (const device of devices) await device.stop();
  await belfry.stop();
  await smtp.stop();
  chat.stop();
});

/** Presses until somebody has taken it, as an impatient person does. */
async function press(n: number): Promise<string> {
  const start = () =>
    belfry.api
      .raw(
        scenariosHttp.start,
        { key },
        { id: scenarioId, variables: { n: `Run ${n}` } },
        { headers: { 'idempotency-key': `press-${n}` } },
      )
      .then(async (answer) => (answer.status === 202 ? ((await answer.json()) as { scenario_run_id: string }) : null))
      .catch(() => null);
  const started = await until('it is taken', start, (answer) => answer !== null, WITHIN_MS, 200);
  return started?.scenario_run_id ?? '';
}

const isFinal = ({ state, actions }: ScenarioRun): boolean =>
  state === 'finished' && actions.every(({ receipts }) => receipts.every((receipt) => receipt.state !== 'queued'));

async function untilFinal(scenario_run_id: string): Promise<ScenarioRun> {
  const read = async () =>
    (await belfry.api.call(scenarioRunsHttp.read, { key }, { scenario_run_id }).catch(() => null))?.body;
  const run = await until(
    'the run has ended',
    read,
    (seen) => !!seen && 'actions' in seen && isFinal(seen),
    WITHIN_MS,
    250,
  );
  if (!run) throw new Error('there is no run');
  return run;
}

/** How often each loudspeaker has begun each announcement of a run. */
async function spokenIn(scenario_run_id: string): Promise<number[]> {
  const { rows } = await belfry.pool.query<{ times: number }>(
    `select count(*)::int as times from announcement_receipts r join scenario_run_actions a using (run_id)
     where a.scenario_run_id = $1 and r.event = 'started' group by r.run_id, r.device_id`,
    [scenario_run_id],
  );
  return rows.map(({ times }) => times);
}

const table: string[] = [];
afterAll(() =>
  process.stdout.write(`killed; said, not said and named, twice; mails, twice; calls, twice\n${table.join('\n')}\n`),
);

it.each(KILLS.map(([name, afterMs], n) => ({ name, afterMs, n })))(
  'nothing is sent twice or forgotten when the $name is killed $afterMs ms after the press',
  async ({ name, afterMs, n }) => {
    const pressed = press(n);
    await letPass(afterMs);
    await belfry.kill(name);
    const id = await pressed;
    const run = await untilFinal(id);
    const said = await until('what was said', () => spokenIn(id).catch(() => null), Boolean, WITHIN_MS);
    const receipts = run.actions.filter(({ kind }) => kind === 'say').flatMap((action) => action.receipts);
    const heard = receipts.filter(({ state }) => state === 'heard').length;
    const named = receipts.filter(({ state, reason }) => state === 'failed' && reason !== null).length;
    const mails = smtp.mails.filter(({ subject }) => subject?.startsWith(`Run ${n} `));
    // What a mailbox that knows the Message-ID shows.
    const shown = new Set(mails.map(({ messageId }) => messageId));
    const calls = chat.received.filter(({ body }) => body.includes(`Run ${n}`));
    const keys = new Set(calls.map(({ headers }) => headers['idempotency-key']));
    const twice = said?.filter((times) => times > 1).length ?? 0;
    table.push(
      `${name} ${afterMs} ms; ${heard}, ${named}, ${twice}; ${mails.length}, ${mails.length - shown.size}; ${calls.length}, ${calls.length - keys.size}`,
    );
    expect({ heardOrNamed: heard + named, twice }).toEqual({ heardOrNamed: DEVICES * 2, twice: 0 });
    expect(said).toHaveLength(heard);
    expect([shown.size, keys.size]).toEqual([CONTACTS * 2, 2]);
    const accepted = run.actions.filter(({ kind }) => kind === 'mail').flatMap((action) => action.receipts);
    expect(accepted.map(({ state }) => state)).toEqual(Array.from({ length: CONTACTS * 2 }, () => 'accepted'));
  },
  WITHIN_MS * 2,
);
