import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Config } from '@belfry/api/config/config';
import type { Database } from '@belfry/api/db/database';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { audioHttp } from '@belfry/schemas/http/library/audio';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { smsHttp } from '@belfry/schemas/http/mail/sms';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { webhooksHttp } from '@belfry/schemas/http/webhooks';
import type { Kysely } from 'kysely';
import { newRegistration } from '../support/accounts.ts';
import { deviceAuthorization } from '../support/device-authorization.ts';
import { connectDevice } from '../support/devices/mqtt-device.ts';
import { createCompany, createDevice, createUser, PASSWORD, type TestUser } from '../support/factories.ts';
import { success, type HttpClient } from '../support/http-client.ts';
import { createAudio, createMessage, tone, uploadAudio } from '../support/library.ts';
import { fromIp, times } from '../support/limits.ts';
import { confirmRecipients } from '../support/outbox.ts';
import { alertFeed, startAlertServer } from '../support/services/alert-server.ts';
import { startHoldingServer } from '../support/services/holding-server.ts';
import { startWebhookReceiver } from '../support/services/webhook-receiver.ts';
import { createShops } from '../support/teams.ts';
import { until } from '../support/until.ts';

export type Target = HttpClient & {
  db: Kysely<Database>;
  config: Pick<Config, 'DATA_DIR'>;
  mqttUrl: string;
};

type Attack = {
  name: string;
  how: string;
  rounds: number;
  /** Between two rounds, in which the attackers go on. */
  pauseMs?: number;
  /** Sets up an honest organisation. `measure` returns milliseconds; `begin` returns when the attackers have what they get. */
  prepare: (target: Target) => Promise<{
    measure: () => Promise<number>;
    begin: () => Promise<{ held: () => string; end: () => void }>;
  }>;
};

const ATTACKERS = 6;
/** More than the network takes of an answer that nobody reads. */
const LARGE_BYTES = 25_000_000;

let counter = 0;
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
/** Addresses of the network for measurements of speed (RFC 2544). */
const address = (index: number) => ({ headers: fromIp(`198.18.${index >> 8}.${index & 255}`) });
const accepted = ({ status, body }: { status: number; body: unknown }): void => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
};
const summary = (statuses: readonly number[]): string =>
  [...Map.groupBy(statuses, (status) => status)].map(([status, { length }]) => `${length} × ${status}`).join(', ');

/** Waits until the newest message to this address or number is with its carrier. */
const untilWithCarrier = async ({ db }: Target, recipient: string): Promise<void> =>
  until(`a message to ${recipient}`, async () => {
    const newest = db.selectFrom('outgoing_messages').select('sent_at').where('recipient', '=', recipient);
    const row = await newest.orderBy('id', 'desc').limit(1).executeTakeFirst();
    return row !== undefined && row.sent_at !== null;
  }).then(() => undefined);

const uploads: Attack = {
  name: 'upload of audio',
  how: 'two slow uploads of each of ten accounts',
  rounds: 5,
  async prepare(target) {
    const honest = await createUser(target);
    const other = () => {
      counter += 1;
      return Buffer.from(
        tone('mp3')
          .toString('latin1')
          .replace('Tester', `Te${String(counter).padStart(4, '0')}`),
        'latin1',
      );
    };
    return {
      measure: () => timed(async () => accepted(await uploadAudio(target, honest, other()))),
      async begin() {
        const sockets: Socket[] = [];
        for (const { key } of await Promise.all(times(10, () => createUser(target))))
          for (let each = 0; each < 2; each += 1) {
            const { host, hostname, port, pathname, search } = new URL(
              target.address(audioHttp.upload, { name: 'Slow' }),
            );
            const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
            const headers = [`Host: ${host}`, `Authorization: ${key}`, 'Content-Length: 9000000'].join('\r\n');
            // Enough to stay above the minimum rate.
            socket.write(`POST ${pathname}${search} HTTP/1.1\r\n${headers}\r\n\r\n${'a'.repeat(1_000_000)}`);
            sockets.push(socket);
          }
        return {
          held: () => `${sockets.filter((socket) => !socket.destroyed).length} connections`,
          end: () => sockets.forEach((socket) => socket.destroy()),
        };
      },
    };
  },
};

const downloads: Attack = {
  name: 'download of a device',
  how: 'six downloads of each of 44 devices of two accounts, of which nothing is read',
  rounds: 25,
  async prepare(target) {
    const honest = await createUser(target);
    const audio = await createAudio(target, honest, tone('mp3'));
    const device = await createDevice(target, { user_id: honest.id });
    return {
      measure: () =>
        timed(async () => {
          const answer = await target.raw(
            audioContentHttp.download,
            { key: deviceAuthorization(device) },
            { sha256: audio.sha256 },
          );
          await answer.arrayBuffer();
          if (answer.status !== 200) throw new Error(String(answer.status));
        }),
      async begin() {
        const answers: IncomingMessage[] = [];
        const calls: ReturnType<typeof request>[] = [];
        for (const attacker of await Promise.all(times(2, () => createUser(target)))) {
          const large = await createAudio(
            target,
            attacker,
            Buffer.concat([tone('wav'), Buffer.alloc(LARGE_BYTES, attacker.id)]),
          );
          for (const stalled of await Promise.all(times(22, () => createDevice(target, { user_id: attacker.id }))))
            for (let each = 0; each < 6; each += 1) {
              const call = request(target.address(audioContentHttp.download, { sha256: large.sha256 }), {
                agent: false,
                headers: { authorization: deviceAuthorization(stalled) },
              });
              call.on('response', (answer) => answers.push(answer.on('error', () => undefined)));
              call.on('error', () => undefined).end();
              calls.push(call);
            }
        }
        await until(
          'the attack has its places',
          () => answers.filter(({ statusCode }) => statusCode === 200).length >= 96,
        );
        return {
          held: () =>
            `${answers.filter(({ statusCode, destroyed }) => statusCode === 200 && !destroyed).length} answers`,
          end: () => calls.forEach((call) => call.destroy()),
        };
      },
    };
  },
};

const silence = { type: 'silence', minutes: 5 } as const;
const feedOf = (company_id: number, url: string) => ({
  name: url.slice(-40),
  company_id,
  source: { type: 'alert_feed' as const, url },
  action: silence,
  mode: 'automatic' as const,
  drill: false,
});

const feeds: Attack = {
  name: 'first reading of an alert feed',
  how: 'ten feeds of each of six accounts, whose servers answer nothing',
  rounds: 3,
  async prepare(target) {
    const alerts = await startAlertServer();
    const { owner, main } = await createShops(target);
    return {
      async measure() {
        const path = `/feed-${(counter += 1)}`;
        alerts.show(path, alertFeed([]));
        const began = performance.now();
        const { id } = await success(
          target.call(triggersHttp.create, owner, feedOf(main.company_id, alerts.url + path)),
        );
        await until('the feed is read', () => alerts.requests.some((request) => request.path === path));
        const time = performance.now() - began;
        await target.call(triggersHttp.remove, owner, { id });
        return time;
      },
      async begin() {
        const slow = await Promise.all(times(4, () => startHoldingServer()));
        for (let account = 0; account < ATTACKERS; account += 1) {
          const shops = await createShops(target);
          for (let feed = 0; feed < 10; feed += 1)
            accepted(
              await target.call(
                triggersHttp.create,
                shops.owner,
                feedOf(shops.main.company_id, `${slow[feed % 4]?.url}/${account}/${feed}`),
              ),
            );
        }
        const held = () => slow.reduce((total, server) => total + server.held(), 0);
        await until('the attack has its places', () => held() >= 8);
        return {
          held: () => `${held()} readings`,
          end: () => [...slow, alerts].forEach((server) => server.stop()),
        };
      },
    };
  },
};

const webhooks: Attack = {
  name: 'webhook',
  how: '80 messages of each of six accounts to receivers that answer nothing',
  rounds: 3,
  async prepare(target) {
    const receiver = await startWebhookReceiver();
    const { owner, main } = await createShops(target);
    const hook = (url: string, company_id: number) => ({
      name: 'Hook',
      url,
      events: ['member.added' as const],
      company_id,
    });
    const { id } = await success(target.call(webhooksHttp.create, owner, hook(receiver.url, main.company_id)));
    return {
      async measure() {
        const before = receiver.received.length;
        const began = performance.now();
        accepted(await target.call(webhooksHttp.test, owner, { id }));
        await until('the message arrives', () => receiver.received.length > before);
        return performance.now() - began;
      },
      async begin() {
        const slow = await Promise.all(times(4, () => startHoldingServer()));
        for (let account = 0; account < ATTACKERS; account += 1) {
          const shops = await createShops(target);
          for (const { url } of slow) {
            const made = await success(target.call(webhooksHttp.create, shops.owner, hook(url, shops.main.company_id)));
            // As many as they may.
            for (let message = 0; message < 20; message += 1)
              await target.call(webhooksHttp.test, shops.owner, { id: made.id });
          }
        }
        const held = () => slow.reduce((total, server) => total + server.held(), 0);
        await until('the attack has its places', () => held() >= 8);
        return {
          held: () => `${held()} deliveries`,
          end: () => [...slow, receiver].forEach((server) => server.stop()),
        };
      },
    };
  },
};

const invitations: Attack = {
  name: 'mail of an invitation',
  how: 'each of six accounts invites the same and other addresses until it may not',
  rounds: 5,
  async prepare(target) {
    const { owner, main } = await createShops(target);
    const invite = (by: TestUser, company_id: number, email: string) =>
      target.call(teamsHttp.add, by, { company_id, email, role: 'viewer' });
    return {
      measure: () => {
        const email = `invited-${(counter += 1)}@belfry.test`;
        return timed(async () => {
          accepted(await invite(owner, main.company_id, email));
          await untilWithCarrier(target, email);
        });
      },
      async begin() {
        const statuses: number[] = [];
        await Promise.all(
          times(ATTACKERS, async (account) => {
            const shops = await createShops(target);
            for (let call = 0; call < 150 && statuses.at(-1) !== 429; call += 1)
              statuses.push(
                (await invite(shops.owner, shops.main.company_id, `wanted-${account}-${call}@belfry.test`)).status,
              );
          }),
        );
        return { held: () => summary(statuses), end: () => undefined };
      },
    };
  },
};

const signIns: Attack = {
  name: 'sign-in from an address known before',
  how: 'guesses at the account from 60 addresses, and 30 a second at others',
  rounds: 60,
  pauseMs: 50,
  async prepare(target) {
    const { email } = await createUser(target);
    const home = address(60_000);
    const signIn = (password: string, as: ReturnType<typeof address>, of = email) =>
      target.call(authHttp.signIn, null, { email: of, password }, as);
    return {
      measure: () => timed(async () => accepted(await signIn(PASSWORD, home))),
      async begin() {
        const statuses: number[] = [];
        const guess = async (index: number, of?: string) =>
          statuses.push((await signIn('Guess-1', address(index), of)).status);
        await Promise.all(times(60, (index) => guess(index)));
        let index = 100;
        const timer = setInterval(
          () => void guess((index += 1), `nobody-${index}@belfry.test`).catch(() => undefined),
          33,
        );
        return { held: () => summary(statuses), end: () => clearInterval(timer) };
      },
    };
  },
};

const codes: Attack = {
  name: 'code of a registration',
  how: '400 registrations from as many addresses, and 20 of each wanted address',
  rounds: 5,
  async prepare(target) {
    const wanted = times(6, () => newRegistration());
    let next = 0;
    const register = (as: ReturnType<typeof address>, registration: ReturnType<typeof newRegistration>) =>
      target.call(registrationHttp.register, null, registration, as);
    return {
      measure: () => {
        // Those that the attackers did not know are for the time before the attack.
        const registration = next < 6 ? newRegistration() : (wanted[next - 6] ?? newRegistration());
        next += 1;
        return timed(async () => {
          accepted(await register(address(50_000 + next), registration));
          await untilWithCarrier(target, registration.email);
        });
      },
      async begin() {
        const statuses: number[] = [];
        const others = times(400, () => newRegistration());
        const theirs = wanted.flatMap(({ email }) => times(20, () => newRegistration({ email })));
        for (const [index, registration] of [...theirs, ...others].entries())
          statuses.push((await register(address(index), registration)).status);
        return { held: () => summary(statuses), end: () => undefined };
      },
    };
  },
};

const textMessages: Attack = {
  name: 'text message to a responsible person',
  how: 'each of six accounts sends all that it may, and 200 newcomers ask for their codes',
  rounds: 5,
  async prepare(target) {
    const { owner, main } = await createShops(target);
    const phones = times(100, (index) => `+4915112${String(300_000 + index)}`);
    await confirmRecipients(target, phones);
    const name = (phone: string) => ({ name: 'Person', phone, email: null, language: 'en' as const });
    const set = (by: TestUser, company_id: number, people: string[]) =>
      target.call(responsiblePeopleHttp.replace, by, { company_id, people: people.map(name) });
    accepted(await set(owner, main.company_id, phones.slice(0, 1)));
    const send = (by: TestUser, company_id: number, confirmed_messages: number) =>
      target.call(smsHttp.send, by, { text: `Text ${(counter += 1)}`, nodes: [company_id], confirmed_messages });
    return {
      measure: () =>
        timed(async () => {
          accepted(await send(owner, main.company_id, 1));
          await untilWithCarrier(target, phones[0] ?? '');
        }),
      async begin() {
        const statuses: number[] = [];
        for (let account = 1; account <= ATTACKERS; account += 1) {
          const shops = await createShops(target);
          accepted(await set(shops.owner, shops.main.company_id, phones.slice(account * 5, account * 5 + 5)));
          let status = 0;
          for (let call = 0; call < 60 && status < 300; call += 1) {
            ({ status } = await send(shops.owner, shops.main.company_id, 5));
            statuses.push(status);
          }
        }
        for (let index = 0; index < 200; index += 1) {
          const phone = `+4915113${String(300_000 + index)}`;
          await createUser(target, { phone });
          statuses.push((await target.call(registrationHttp.resendPhone, null, { phone }, address(index))).status);
        }
        return { held: () => summary(statuses), end: () => undefined };
      },
    };
  },
};

const emergencies: Attack = {
  name: 'emergency until it is at the device',
  how: 'each of six accounts says what it may to 40 devices and starts its own emergencies',
  rounds: 9,
  pauseMs: 500,
  async prepare(target) {
    const prepared = async (devices: number) => {
      const owner = await createUser(target);
      const { company_id } = await createCompany(target, { user_id: owner.id });
      const at = devices === 1 ? { company_id } : {};
      const made = await Promise.all(times(devices, () => createDevice(target, { user_id: owner.id, ...at })));
      const text = `Leave the building ${owner.id}`;
      const message = await createMessage(target, owner, { emergency: true, variants: [{ language: 'en', text }] });
      return { owner, made, message, targets: { devices: made.map(({ serial }) => serial) } };
    };
    const honest = await prepared(1);
    const device = await connectDevice(target.mqttUrl, honest.made[0]!);
    await device.status();
    const start = ({ owner, message, targets }: typeof honest) =>
      target.call(emergencyHttp.start, owner, { message_id: message.id, targets });
    return {
      async measure() {
        const before = device.commands.length;
        const began = performance.now();
        const { run_id } = await success(start(honest));
        await until('the command', () => device.commands.length > before);
        const time = performance.now() - began;
        accepted(await target.call(emergencyHttp.allClear, honest.owner, { run_id }));
        return time;
      },
      async begin() {
        const attackers = await Promise.all(times(ATTACKERS, () => prepared(40)));
        const statuses: number[] = [];
        const attackOnce = async (attacker: typeof honest): Promise<void> => {
          const said = { text: `Text ${(counter += 1)}`, language: 'en-US', targets: attacker.targets };
          statuses.push((await target.call(sayHttp.say, attacker.owner, said)).status);
          const { status, body } = await start(attacker);
          statuses.push(status);
          if (status === 202) await target.call(emergencyHttp.allClear, attacker.owner, { run_id: body.run_id });
        };
        await Promise.all(attackers.map(attackOnce));
        const timer = setInterval(() => void Promise.all(attackers.map(attackOnce)).catch(() => undefined), 1_000);
        return { held: () => summary(statuses), end: () => (clearInterval(timer), void device.disconnect()) };
      },
    };
  },
};

export const attacks: readonly Attack[] = [
  uploads,
  downloads,
  feeds,
  webhooks,
  invitations,
  signIns,
  codes,
  textMessages,
  emergencies,
];
