import { authHttp } from '@belfry/schemas/http/accounts/auth';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpClient, success } from '../support/http-client.ts';
import { until } from '../support/until.ts';
import { type Answers, findDifferences, recordAnswers } from '../support/upgrade/answers.ts';
import { type Deployment, ROOT_ACCOUNT, startDeployment } from '../support/upgrade/deployment.ts';
import { createInstallation, type Installation, PEOPLE } from '../support/upgrade/installation-of-500.ts';
import { isServed, type Read, readsOf } from '../support/upgrade/reads.ts';
import { checkOutBefore, presentRelease, type Release } from '../support/upgrade/release.ts';

/** Before it, everything had one owner and nobody else. */
const TEAMS = 'api/src/db/migrations/0002_teams.ts';
const RECORDED_MS = 600_000;

const HOW_PLAYED = 'playlists have a crossfade, and say how soon a track is heard again';
const INSTEAD = 'a playlist is heard while a station cannot be heard';
const OWN_CHIMES = 'organisations have chimes of their own';
const MAY_CHANGE = 'rows say whether their reader may change them';
const LOCATED = 'places may have coordinates';
/** What answers have now besides, and why. */
const ADDED: Readonly<Record<string, string>> = {
  'get /audio [].loudness_lufs': 'audio is measured',
  'get /audio [].may_change': MAY_CHANGE,
  'get /audio [].peak_dbtp': 'audio is measured',
  'get /auth/two-factor .passkeys': 'passkeys are a second factor too',
  'get /auth/two-factor .required': 'an organisation may require a second factor',
  'get /company/effective/{company_id} .clock_required': 'places may leave out devices whose clock is off',
  'get /company/effective/{company_id} .sound_test': 'places test the sound of their devices',
  'get /company/effective/{company_id} .trim_db': 'places have a trim of the loudness',
  'get /devices/all [].clock_offset_ms': 'devices report their clocks',
  'get /devices/all [].clock_synchronised': 'devices report their clocks',
  'get /devices/info/{device} .clock_offset_ms': 'devices report their clocks',
  'get /devices/info/{device} .clock_synchronised': 'devices report their clocks',
  'get /devices/user/email [].clock_offset_ms': 'devices report their clocks',
  'get /devices/user/email [].clock_synchronised': 'devices report their clocks',
  'get /devices/user/wait [].clock_offset_ms': 'devices report their clocks',
  'get /devices/user/wait [].clock_synchronised': 'devices report their clocks',
  'get /dictionary [].may_change': MAY_CHANGE,
  'get /dictionary/{id} .may_change': MAY_CHANGE,
  'get /group/list [].may_change': MAY_CHANGE,
  'get /messages [].chime_id': OWN_CHIMES,
  'get /messages [].may_change': MAY_CHANGE,
  'get /messages/{id} .chime_id': OWN_CHIMES,
  'get /messages/{id} .may_change': MAY_CHANGE,
  'get /playlists [].crossfade_s': HOW_PLAYED,
  'get /playlists [].may_change': MAY_CHANGE,
  'get /playlists [].no_repeat': HOW_PLAYED,
  'get /playlists/{id} .crossfade_s': HOW_PLAYED,
  'get /playlists/{id} .may_change': MAY_CHANGE,
  'get /playlists/{id} .no_repeat': HOW_PLAYED,
  'get /realtime .tiles': 'maps may have tiles',
  'get /schedules [].may_change': MAY_CHANGE,
  'get /schedules/holidays [].may_change': MAY_CHANGE,
  'get /schedules/{id} .may_change': MAY_CHANGE,
  'get /sms/templates [].may_change': MAY_CHANGE,
  'get /stations [].fallback_playlist_id': INSTEAD,
  'get /stations [].may_change': MAY_CHANGE,
  'get /stations/{id} .fallback_playlist_id': INSTEAD,
  'get /stations/{id} .may_change': MAY_CHANGE,
  'post /announcements/preview .languages[].spoken': 'the words in which a text is spoken',
  'post /company/info .clock_required': 'places may leave out devices whose clock is off',
  'post /company/info .coordinates': LOCATED,
  'post /company/info .sound_test': 'places test the sound of their devices',
  'post /company/info .trim_db': 'places have a trim of the loudness',
  'post /company/tree [].coordinates': LOCATED,
};

/** What differs from call to call without any change. */
const CHANGING: readonly RegExp[] = [
  /^get \/auth\/sessions? (\[\])?\.(last_used_at|expires_at):/,
  // Counted when an api starts, and then every few minutes.
  /^get \/admin\/quotas \[\]\.(counted_at|used):/,
];

let before: Release;
let belfry: Deployment;
let pool: pg.Pool;
let installation: Installation;
let reads: Read[];
/** Calls that read, and that there are no longer. */
let gone: string[];
beforeAll(async () => {
  before = checkOutBefore(TEAMS);
  belfry = await startDeployment(before, 1);
  pool = new pg.Pool({ connectionString: belfry.databaseUrl, max: 2 });
  pool.on('error', () => {});
  const api = createHttpClient(belfry.url);
  const { id, user_key: key } = await success(api.call(authHttp.signIn, null, ROOT_ACCOUNT));
  installation = await createInstallation(pool, api, { id, key, role: 'root' });
  const document = (await (await fetch(`${belfry.url}/api/openapi.json`)).json()) as { paths: Record<string, object> };
  const known = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method} ${path.replace(/^\/api/, '')}`),
  );
  reads = readsOf(new Set(known));
  gone = known.filter((name) => name.startsWith('get /') && !isServed(name));
}, 400_000);
afterAll(async () => {
  await pool?.end();
  await belfry?.stop();
  before?.remove();
});

const isSteady = (difference: string): boolean => !CHANGING.some((pattern) => pattern.test(difference));
const differences = (one: Answers, other: Answers): string[] => findDifferences(one, other).filter(isSteady);

/** What all are answered, once it does not change by itself any more. */
async function recordSettled(url: string): Promise<Answers> {
  const record = () => recordAnswers(createHttpClient(url), reads, installation);
  let last = await record();
  await until(
    'answers are the same twice',
    async () => {
      const next = await record();
      const found = differences(last, next);
      last = next;
      return found;
    },
    (found) => found.length === 0,
    RECORDED_MS,
  );
  return last;
}

it(
  `an installation of ${PEOPLE} people is answered the same after the migration`,
  async () => {
    const recorded = await recordSettled(belfry.apis[0]?.url ?? '');
    const answered = [...recorded.values()].filter(({ status }) => status === 200);
    expect(answered.length).toBeGreaterThan(8_000);

    while (belfry.apis.length > 0) await belfry.stopOldestApi();
    await belfry.migrate(presentRelease);
    const present = await belfry.startApi(presentRelease);
    const found = differences(recorded, await recordAnswers(createHttpClient(present.url), reads, installation));
    expect(found).toEqual(Object.keys(ADDED).map((place) => `${place}: added`));
    expect(gone).toEqual([]);
  },
  RECORDED_MS,
);
