import type { Database } from '@belfry/api/db/database';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { contactGroupsHttp } from '@belfry/schemas/http/scenarios/contacts';
import { destinationsHttp } from '@belfry/schemas/http/scenarios/destinations';
import { scenarioRunsHttp } from '@belfry/schemas/http/scenarios/runs';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { Kysely, PostgresDialect } from 'kysely';
import { connectDevice } from '../../support/devices/mqtt-device.ts';
import { createSpeakers } from '../../support/factories.ts';
import { createHttpClient, success } from '../../support/http-client.ts';
import { confirmRecipients } from '../../support/outbox.ts';
import { startSmtp } from '../../support/providers/smtp.ts';
import { startChatServer } from '../../support/services/chat-server.ts';
import { until } from '../../support/until.ts';
import { type Belfry, startBelfry } from '../lib/belfry.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { quantile } from '../lib/statistics.ts';

const PRESSES = 50;
const MAILS = 1_000;
const SCENARIO = 'a scenario with an emergency, a mail, a chat and a call';
const EMERGENCY = 'the same emergency alone';

const dbOf = ({ pool }: Belfry) => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

async function preparePress(): Promise<Measurement> {
  const belfry = await startBelfry({ WEBHOOK_ALLOW: '127.0.0.1' });
  const http = createHttpClient(`http://127.0.0.1:${belfry.httpPort}`);
  const chat = await startChatServer();
  const { company, ids } = await createSpeakers({ db: dbOf(belfry) }, { id: belfry.userId }, 1);
  const [enrolled] = await belfry.devices(1);
  if (!enrolled) throw new Error('no device was created');
  const { serial, password: device_key } = enrolled;
  await belfry.pool.query('update devices set user_id = $1, company_id = $2', [belfry.userId, ids[0]]);
  const device = await connectDevice(`mqtt://127.0.0.1:${belfry.mqttPort}`, { serial, device_key });
  await device.status();
  const fire = { name: 'Fire', variants: [{ language: 'en', text: 'Fire' }], emergency: true };
  const { id: message_id } = await success(http.call(messagesHttp.create, belfry, fire));
  const { company_id } = company;
  const targets = { nodes: [company_id] };
  const chatOf = (service: 'teams' | 'http') =>
    success(
      http.call(destinationsHttp.create, belfry, { name: service, service, url: chat.urlOf(service), company_id }),
    );
  const [teams, lights] = [await chatOf('teams'), await chatOf('http')];
  const recipients = { people: [belfry.userId] };
  const { id } = await success(
    http.call(scenariosHttp.create, belfry, {
      name: 'Fire',
      company_id,
      actions: [
        { kind: 'mail', subject: 'Fire', text: 'Fire', recipients },
        { kind: 'chat', destination_id: teams.id, text: 'Fire' },
        { kind: 'http', destination_id: lights.id, method: 'POST', body: '{"on":true}' },
        { kind: 'emergency', message_id, targets },
      ],
    }),
  );

  /** Milliseconds until the loudspeaker has the command that makes it sound. */
  async function timed(press: () => Promise<unknown>): Promise<number> {
    const before = device.commands.length;
    const at = performance.now();
    let heard = 0;
    const played = until(
      'the loudspeaker is told',
      () => device.commands.slice(before).some(({ command }) => command === 'play'),
      Boolean,
      10_000,
      1,
    ).then(() => (heard = performance.now() - at));
    await Promise.all([press(), played]);
    return heard;
  }
  async function round(press: (n: number) => Promise<() => Promise<unknown>>): Promise<number> {
    const times: number[] = [];
    for (let n = 0; n < PRESSES; n++) {
      let end = async (): Promise<unknown> => undefined;
      times.push(await timed(async () => (end = await press(n))));
      await end();
      await until(
        'it has ended',
        async () => (await success(http.call(emergencyHttp.read, belfry))).active.length === 0,
      );
    }
    return quantile(
      times.toSorted((a, b) => a - b),
      0.95,
    );
  }

  let rounds = 0;
  return {
    title: `Press → command at the first loudspeaker, p95 of ${PRESSES}`,
    unit: 'ms',
    ours: SCENARIO,
    contenders: [
      {
        name: SCENARIO,
        round() {
          const of = ++rounds;
          return round(async (n) => {
            const headers = { 'idempotency-key': `${of}-${n}` };
            const answer = await http.raw(scenariosHttp.start, belfry, { id }, { headers });
            if (answer.status !== 202) throw new Error(`start: ${answer.status} ${await answer.text()}`);
            const { scenario_run_id } = (await answer.json()) as { scenario_run_id: string };
            return async () => {
              await success(http.call(scenarioRunsHttp.end, belfry, { scenario_run_id }));
            };
          });
        },
      },
      {
        name: EMERGENCY,
        round: () =>
          round(async () => {
            const { run_id } = await success(http.call(emergencyHttp.start, belfry, { message_id, targets }));
            return () => success(http.call(emergencyHttp.allClear, belfry, { run_id }));
          }),
      },
    ],
    targets: [{ against: EMERGENCY, atMost: 1.25 }],
    notes: ['One after the other, from the HTTP request to the message at a client with the rights of a device.'],
    rounds: 3,
    stop: async () => {
      await device.disconnect();
      chat.stop();
      await belfry.stop();
    },
  };
}

async function prepareMails(): Promise<Measurement> {
  const smtp = await startSmtp();
  const belfry = await startBelfry({ SMTP_URL: smtp.url });
  const http = createHttpClient(`http://127.0.0.1:${belfry.httpPort}`);
  const db = dbOf(belfry);
  const { company } = await createSpeakers({ db }, { id: belfry.userId }, 1);
  const { company_id } = company;
  const group = await success(http.call(contactGroupsHttp.create, belfry, { name: 'Parents', company_id }));
  const people = Array.from({ length: MAILS }, (_, n) => `parent-${n}@belfry.test`);
  const body = ['name,email,phone,language', ...people.map((mail, n) => `Parent ${n},${mail},,en`)].join('\n');
  await confirmRecipients({ db }, people);
  await success(http.call(contactGroupsHttp.import, belfry, { id: group.id, body }));
  const actions = [
    { kind: 'mail' as const, subject: 'Storm', text: 'Stay inside', recipients: { contacts: [group.id] }, asks: true },
  ];
  const { id } = await success(http.call(scenariosHttp.create, belfry, { name: 'Storm', company_id, actions }));
  return {
    title: `Press → the last of ${MAILS} mails accepted by an SMTP server`,
    unit: 's',
    ours: 'Belfry',
    contenders: [
      {
        name: 'Belfry',
        async round() {
          const before = smtp.mails.length;
          const at = performance.now();
          await success(http.call(scenariosHttp.start, belfry, { id }));
          await until('all are accepted', () => smtp.mails.length - before >= MAILS, Boolean, 120_000, 10);
          return (performance.now() - at) / 1_000;
        },
      },
    ],
    targets: [{ atMost: 60, unit: 's' }],
    notes: ['Each has a link of its own to answer.'],
    rounds: 1,
    warmUp: false,
    stop: async () => {
      await belfry.stop();
      await smtp.stop();
    },
  };
}

/** From the press until it is heard, and until everybody was written to. */
export const scenario: Row = { name: 'scenario', prepare: preparePress };
export const scenarioMails: Row = { name: 'scenario-mails', prepare: prepareMails };
