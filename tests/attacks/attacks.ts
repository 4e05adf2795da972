import { request } from 'node:http';
import { flacBomb } from '@belfry/api/features/library/decode/testing/flac-file';
import { opusBomb } from '@belfry/api/features/library/decode/testing/ogg-file';
import { letPass } from '@belfry/schemas/testing/clock';
import { calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { proofOfPlayHttp } from '@belfry/schemas/http/announcements/proof-of-play';
import { audioHttp } from '@belfry/schemas/http/library/audio';
import { addAdministrator, messagesTo, must, type Installation, type Person } from './people.ts';
import { type HttpClient } from '../support/http-client.ts';

const SCHEDULES = 20;
const RECIPIENTS = 10;
const UPLOADS = 60;
/** How long an upload sends, and how often. */
const UPLOAD_MS = 10_000;
const TRICKLE_MS = 200;
/** An occurrence that is missed is told a minute later. */
const NOTICES_MS = 150_000;

type Target = { installation: Installation; attacker: Person };
/** Resolves with what happened, as `refused …` or `bounded by …`; throws where nothing has bounded it. */
export type Attack = { title: string; run: (target: Target) => Promise<string> };

const everyMinute = (place: number, overrides: object = {}) => ({
  name: 'Every minute',
  action: { type: 'silence' },
  starts_at: '2026-01-05T00:00',
  duration_minutes: 10_080,
  rrule: 'FREQ=MINUTELY',
  targets: { nodes: [place] },
  ...overrides,
});

const dryRun = async ({ installation, attacker }: Target) => {
  const body = { company_id: attacker.main, at: '2026-12-01T12:00', schedule: everyMinute(attacker.main) };
  const began = performance.now();
  const { status } = await installation.api.call(calendarHttp.dryRunDraft, attacker, body);
  return { status, ms: Math.round(performance.now() - began) };
};

export const ATTACKS: readonly Attack[] = [
  {
    title: 'A1 a dry run of a silence of a week that happens each minute',
    async run(target) {
      const { status, ms } = await dryRun(target);
      return `${status >= 400 ? 'refused' : 'bounded by the time of its thread:'} ${status} after ${ms} ms`;
    },
  },
  {
    title: `A2 ${SCHEDULES} schedules that happen each minute`,
    async run({ installation: { api }, attacker: { key, main } }) {
      const statuses = await inTurn(SCHEDULES, async (n) => {
        const body = everyMinute(main, { name: `Minutely ${n}` });
        return (await api.call(schedulesHttp.create, { key }, body)).status;
      });
      if (statuses.every((status) => status < 400)) throw new Error('all of them were accepted');
      return `refused ${countsOf(statuses)}`;
    },
  },
  {
    title: `A3 ${SCHEDULES} schedules with ${RECIPIENTS} recipients of notices each`,
    async run({ installation, attacker: { key, main } }) {
      const { api } = installation;
      const people = Array.from({ length: RECIPIENTS }, (_, n) => ({
        name: 'https://attacks.example',
        email: `victim-${main}-${n}@attacks.example`,
        phone: `+3712${String(main).slice(-3).padStart(3, '0')}${String(n).padStart(4, '0')}`,
        language: 'en',
      }));
      await must(api.call(responsiblePeopleHttp.replace, { key }, { company_id: main, people }));
      const message = { name: 'Bell', variants: [{ language: 'en', text: 'Buy at attacks.example' }] };
      const { id } = await must(api.call(messagesHttp.create, { key }, message));
      const starts_at = new Date(Date.now() + 60_000).toISOString().slice(0, 16);
      const statuses = await inTurn(SCHEDULES, async (n) => {
        const body = everyMinute(main, {
          name: `Missed ${n}`,
          action: { type: 'message', message_id: id },
          starts_at,
          duration_minutes: null,
          rrule: 'FREQ=DAILY',
          missed: { policy: 'notify', minutes: 1 },
        });
        return (await api.call(schedulesHttp.create, { key }, body)).status;
      });
      await letPass(NOTICES_MS);
      let messages = 0;
      for (const { email, phone } of people)
        for (const recipient of [email, phone]) messages += (await messagesTo(installation, recipient)).length;
      const most = SCHEDULES * RECIPIENTS;
      if (messages >= most) throw new Error(`${messages} messages were sent`);
      return `bounded by confirmations and budgets: ${messages} messages to strangers, of ${2 * most}; schedules ${countsOf(statuses)}`;
    },
  },
  {
    title: 'B4 audio bombs of FLAC and Opus',
    async run({ installation: { api }, attacker: { key } }) {
      const bombs = { FLAC: flacBomb({ frames: 40_000 }), Opus: opusBomb({ pages: 2_000 }) };
      const answers: string[] = [];
      for (const [format, bytes] of Object.entries(bombs)) {
        const began = performance.now();
        const status = (await api.call(audioHttp.upload, { key }, { name: 'Bomb' }, { body: bytes })).status;
        if (status < 400) throw new Error(`${format} of ${bytes.length} bytes was accepted`);
        answers.push(`${format} of ${bytes.length} bytes: ${status} after ${Math.round(performance.now() - began)} ms`);
      }
      return `refused ${answers.join('; ')}`;
    },
  },
  {
    title: `B5 ${UPLOADS} uploads without a length`,
    async run({ installation: { api }, attacker: { key } }) {
      const statuses = await Promise.all(Array.from({ length: UPLOADS }, () => trickle(api, key)));
      const open = statuses.filter((status) => status === 0).length;
      if (open > 2) throw new Error(`${open} of them went on`);
      return `refused ${countsOf(statuses.filter((status) => status !== 0))}; ${open} went on within the bounds of a person`;
    },
  },
  {
    title: 'B6 an administrator reads and uses what belongs to root',
    async run({ installation }) {
      const { api, root } = installation;
      const admin = await addAdministrator(installation);
      const variants = [{ language: 'en', text: 'Evacuate' }];
      const message = { name: `Of root ${Date.now()}`, variants, emergency: true };
      const { id } = await must(api.call(messagesHttp.create, { key: root }, message));
      const company = { name: 'Of root' };
      const { company_id } = await must(api.call(companyChangesHttp.add, { key: root }, company));
      const targets = { nodes: [company_id] };
      const year = { from: '2026-01-01', to: '2026-12-31' };
      const calls = {
        'read a message': api.call(messagesHttp.read, { key: admin }, { id }),
        'read where it is missing': api.call(emergencyHttp.missing, { key: admin }, { id }),
        preview: api.call(sayHttp.preview, { key: admin }, { text: 'Hello', targets }),
        say: api.call(sayHttp.say, { key: admin }, { text: 'Hello', targets }),
        emergency: api.call(emergencyHttp.start, { key: admin }, { message_id: id, targets }),
        'read a place': api.call(companiesHttp.info, { key: admin }, { company_id }),
        'proof of play': api.call(proofOfPlayHttp.places, { key: admin }, { ...year, company_id }),
      };
      const statuses: number[] = [];
      for (const [name, calling] of Object.entries(calls)) {
        const { status, body } = await calling;
        // A list of what an administrator may see is empty for a place that is none of theirs.
        const isEmpty = Array.isArray(body) && body.length === 0;
        if (status < 400 && !isEmpty) throw new Error(`${name}: ${status}`);
        statuses.push(status);
      }
      return `refused or empty: ${countsOf(statuses)}`;
    },
  },
  {
    title: 'B7 21 dry runs in a minute',
    async run(target) {
      const statuses = await inTurn(21, async () => (await dryRun(target)).status);
      if (!statuses.includes(429)) throw new Error(`all of them were answered: ${countsOf(statuses)}`);
      return `bounded by 20 a minute: ${countsOf(statuses)}`;
    },
  },
];

async function inTurn<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let n = 0; n < count; n += 1) all.push(await work(n));
  return all;
}

/** Statuses with how often they occur: `3 × 201, 17 × 422`. */
function countsOf(statuses: readonly number[]): string {
  const groups = Map.groupBy(
    statuses.toSorted((a, b) => a - b),
    (status) => status,
  );
  return [...groups].map(([status, { length }]) => `${length} × ${status}`).join(', ');
}

/** Sends a file a little at a time. @returns the status of the refusal; 0: it went on until it was given up */
function trickle(api: HttpClient, authorization: string): Promise<number> {
  return new Promise((resolve) => {
    const sending = request(api.address(audioHttp.upload, { name: 'Endless' }), {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/octet-stream' },
    });
    const timer = setInterval(() => sending.write(Buffer.alloc(16_384, 1)), TRICKLE_MS);
    const end = (status: number): void => {
      clearInterval(timer);
      clearTimeout(given);
      sending.destroy();
      resolve(status);
    };
    const given = setTimeout(() => end(0), UPLOAD_MS);
    sending.on('response', (answer) => end(answer.statusCode ?? 0)).on('error', () => end(0));
  });
}
