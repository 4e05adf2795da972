import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createDb } from '@belfry/api/db/client';
import { flacBomb } from '@belfry/api/features/library/decode/testing/flac-file';
import { opusBomb } from '@belfry/api/features/library/decode/testing/ogg-file';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import type { Endpoint } from '@belfry/schemas/http/endpoint';
import { audioHttp } from '@belfry/schemas/http/library/audio';
import { smsHttp } from '@belfry/schemas/http/messages/sms';
import { calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import type { SentFields } from '../../support/http-client.ts';
import type { LaunchedProduct } from '../../support/processes/launched-product.ts';
import type { Check } from './watch-health.ts';

const BETWEEN_MS = 200;
/** Connections that each send a file without an end, a little at a time. */
const UPLOADS = 30;
const UPLOAD_BYTES = 16_384;
const SCHEDULES = 20;
const NUMBERS = 10;
/** Days of sound each, of which nothing says how long it is. */
const BOMBS = [() => flacBomb({ frames: 100_000 }), () => opusBomb({ pages: 3_000 })];
/** What a bystander may wait for a call on a machine that also runs the fleet and the attackers. */
const BYSTANDER_MAX_MS = 5_000;

export type HostilePeople = { stop(): Promise<void>; checks(): Check[] };

/** One person, a device of theirs and its place, from whom one attack comes. */
type Attacker = { user: TestUser; place: number };
type Attack = (attacker: Attacker) => Promise<void>;

/**
 * Starts plain users who each ask for work without a bound, again and again, and a bystander whose calls must not fail or wait.
 */
export async function startHostilePeople({ api, pool }: LaunchedProduct): Promise<HostilePeople> {
  const db = createDb(pool);
  const stopped = new AbortController();
  const wait = (ms: number): Promise<void> => delay(ms, undefined, { signal: stopped.signal }).catch(() => {});
  const counts = new Map<string, { sent: number; refused: number; failed: number }>();

  /** @returns the status; 0: there was no answer */
  const call = async <E extends Endpoint>(
    user: TestUser,
    endpoint: E,
    fields?: SentFields<E>,
    body?: Buffer,
  ): Promise<number> => {
    const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(60_000)]);
    const answer = await api.raw(endpoint, user, fields, { signal, ...(body && { body }) }).catch(() => null);
    await answer?.arrayBuffer().catch(() => undefined);
    return answer?.status ?? 0;
  };

  const everyMinute = (place: number, overrides: object = {}) => ({
    name: 'Every minute',
    action: { type: 'silence' },
    starts_at: '2026-01-05T00:00',
    duration_minutes: 10_080,
    rrule: 'FREQ=MINUTELY',
    targets: { nodes: [place] },
    ...overrides,
  });

  const bombs = BOMBS.map((make) => make());

  const attacks: Record<string, Attack> = {
    'dry runs of a schedule that happens each minute and lasts a week': async ({ user, place }) => {
      const body = { company_id: place, at: '2026-12-01T12:00', schedule: everyMinute(place) };
      count('dry runs', await call(user, calendarHttp.dryRunDraft, body));
    },
    'schedules that happen each minute': async ({ user, place }) => {
      for (let n = 0; n < SCHEDULES; n += 1)
        count('schedules', await call(user, schedulesHttp.create, everyMinute(place, { name: `Minutely ${n}` })));
    },
    'SMS to anybody': async ({ user, place }) => {
      const numbers = Array.from({ length: NUMBERS }, (_, n) => `+3712${1_000_000 + n}`);
      const body = { text: 'x'.repeat(1_000), nodes: [place], numbers, confirmed_messages: NUMBERS * 10 };
      count('SMS', await call(user, smsHttp.send, body));
    },
    'uploads without an end': async ({ user }) => {
      count('uploads', await trickle(user));
    },
    'audio of days in few bytes': async ({ user }) => {
      for (const bytes of bombs) count('audio bombs', await call(user, audioHttp.upload, { name: 'Bomb' }, bytes));
    },
  };

  /** Sends a file a little at a time, until it is refused. */
  const trickle = (user: TestUser): Promise<number> =>
    new Promise((resolve) => {
      const upload = request(api.address(audioHttp.upload, { name: 'Endless' }), {
        method: 'POST',
        headers: { authorization: user.key, 'content-type': 'application/octet-stream' },
        signal: stopped.signal,
      });
      const timer = setInterval(() => upload.write(Buffer.alloc(UPLOAD_BYTES, 1)), BETWEEN_MS);
      const end = (status: number): void => {
        clearInterval(timer);
        upload.destroy();
        resolve(status);
      };
      upload.on('response', (answer) => end(answer.statusCode ?? 0)).on('error', () => end(0));
    });

  function count(attack: string, status: number): void {
    const before = counts.get(attack) ?? { sent: 0, refused: 0, failed: 0 };
    counts.set(attack, {
      sent: before.sent + 1,
      refused: before.refused + Number(status >= 400 && status < 500),
      failed: before.failed + Number(status >= 500),
    });
  }

  const newPerson = async (): Promise<Attacker> => {
    const user = await createUser({ db });
    const place = await createCompany({ db }, { user_id: user.id });
    const company = await createCompany({ db }, { below: place, type: 'Company' });
    const node = await createCompany({ db }, { below: company });
    await createDevice({ db }, { user_id: user.id, company_id: node.company_id });
    return { user, place: place.company_id };
  };

  const running: Promise<void>[] = [];
  for (const [name, attack] of Object.entries(attacks)) {
    const attacker = await newPerson();
    const workers = name.startsWith('uploads') ? UPLOADS : 1;
    for (let n = 0; n < workers; n += 1)
      running.push(
        (async () => {
          while (!stopped.signal.aborted) {
            await attack(attacker);
            await wait(BETWEEN_MS);
          }
        })(),
      );
  }

  const bystander = await newPerson();
  const waits: number[] = [];
  const failures: string[] = [];
  running.push(
    (async () => {
      const bell = everyMinute(bystander.place, { name: 'Bell', rrule: 'FREQ=DAILY', duration_minutes: 5 });
      while (!stopped.signal.aborted) {
        const dryRun = { company_id: bystander.place, at: '2026-12-01T00:00', schedule: bell };
        for (const [endpoint, fields] of [
          [schedulesHttp.list, {}],
          [usersHttp.profile, {}],
          [calendarHttp.dryRunDraft, dryRun],
        ] as const) {
          const began = performance.now();
          const status = await call<Endpoint>(bystander.user, endpoint, fields);
          if (stopped.signal.aborted) return;
          waits.push(performance.now() - began);
          if (status !== 200) failures.push(`${endpoint.method} ${endpoint.path}: ${status}`);
        }
        // A person has 20 dry runs a minute.
        await wait(4_000);
      }
    })(),
  );

  return {
    async stop() {
      stopped.abort();
      await Promise.allSettled(running);
    },
    checks() {
      const slowest = Math.max(...waits);
      const attacked = [...counts].map(
        ([name, { sent, refused, failed }]) => `${sent} ${name} (${refused} refused, ${failed} answered with an error)`,
      );
      return [
        { ok: counts.size === Object.keys(attacks).length, text: `attacks by people: ${attacked.join(', ')}` },
        {
          ok: waits.length > 0 && failures.length === 0 && slowest < BYSTANDER_MAX_MS,
          text: `${waits.length} calls of a bystander, ${failures.length} failed${failures[0] ? ` (${failures[0]})` : ''}, the slowest took ${Math.round(slowest)} ms`,
        },
      ];
    },
  };
}
