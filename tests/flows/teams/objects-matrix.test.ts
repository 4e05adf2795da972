import { hasRight, type RightsMask } from '@belfry/schemas/domain/rights';
import { SCOPE_CALLS } from '@belfry/schemas/http/api-keys/scopes';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { proofOfPlayHttp } from '@belfry/schemas/http/announcements/proof-of-play';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import type { Endpoint } from '@belfry/schemas/http/endpoint';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { audioHttp, playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { chimesHttp } from '@belfry/schemas/http/library/chimes';
import { dictionaryHttp, messagesHttp } from '@belfry/schemas/http/library/texts';
import { templatesHttp } from '@belfry/schemas/http/mail/templates';
import { feedHttp } from '@belfry/schemas/http/schedules/feed';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { createAudio, createMessage, tone } from '../../support/library.ts';
import { createMatrix, type Matrix } from '../../support/matrix.ts';
import type { MatrixActor, MatrixPlace } from '../../support/rights-matrix.ts';

let api: TestApi;
let matrix: Matrix;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  matrix = await createMatrix(api);
});

/** A call about an object; `at` where the object is at one place, and not of the whole organisation. */
type ObjectCall = { name: string; endpoint: Endpoint; input: object; kind: 'read' | 'change'; at?: string };

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const isInScopeOf = (actor: MatrixActor, { endpoint }: ObjectCall): boolean =>
  actor.scopes?.some((scope) => SCOPE_CALLS[scope].some((call) => nameOf(call) === nameOf(endpoint))) ?? true;

/** What somebody may in the organisation: members and keys have the same rights at one of its places at least. */
const rightsInAll = ({ rightsAt }: MatrixActor): RightsMask => rightsAt('own');

/** The status of a call, and undefined where it would change the object for the others. */
function expectedStatus(actor: MatrixActor, call: ObjectCall): number | undefined {
  if (actor.caller === null) return 401;
  if (!isInScopeOf(actor, call)) return 403;
  const isAnybody = actor.role !== undefined || actor.name === 'owner';
  const rights = call.at === undefined ? rightsInAll(actor) : actor.rightsAt(call.at);
  if (!isAnybody && !hasRight(rights, 'read-texts')) return 404;
  if (call.kind === 'read') return 200;
  // Somebody else has made it, for all of the organisation.
  return isAnybody ? undefined : 403;
}

async function findWrong(calls: readonly ObjectCall[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const call of calls)
    for (const actor of matrix.actors) {
      const expected = expectedStatus(actor, call);
      if (expected === undefined) continue;
      const { status } = await api.call(call.endpoint, actor.caller, call.input);
      if (status !== expected) wrong.push(`${actor.name}: ${call.name} answered ${status} instead of ${expected}`);
    }
  return wrong;
}

/** The calls that read, change and delete one object. */
const crud = (
  { read, change, remove }: { read?: Endpoint; change: Endpoint; remove: Endpoint },
  id: number,
  fields: object,
): ObjectCall[] => [
  ...(read ? [{ name: nameOf(read), endpoint: read, input: { id }, kind: 'read' as const }] : []),
  { name: nameOf(change), endpoint: change, input: { id, ...fields }, kind: 'change' },
  { name: nameOf(remove), endpoint: remove, input: { id }, kind: 'change' },
];

flow('what belongs to the organisation is read, changed and deleted by those whose rights say so', async () => {
  const { owner } = matrix;
  const message = await createMessage(api, owner);
  const audio = await createAudio(api, owner, tone('mp3'));
  const playlist = await success(api.call(playlistsHttp.create, owner, { name: 'Songs', audio_ids: [audio.id] }));
  const station = await success(api.call(stationsHttp.create, owner, { name: 'News', url: 'http://127.0.0.1:9/live' }));
  const gong = await createAudio(api, owner, tone('flac'));
  const chime = await success(api.call(chimesHttp.create, owner, { name: 'Gong', audio_id: gong.id }));
  const word = await success(
    api.call(dictionaryHttp.create, owner, { language: 'en', word: 'Belfry', spoken: 'bell free' }),
  );
  const template = await success(api.call(templatesHttp.create, owner, { name: 'Late', text: 'Later' }));
  const { sha256 } = audio;
  const wrong = await findWrong([
    ...crud(messagesHttp, message.id, { name: 'Renamed' }),
    ...crud(playlistsHttp, playlist.id, { name: 'Renamed' }),
    ...crud(stationsHttp, station.id, { name: 'Renamed' }),
    ...crud(chimesHttp, chime.id, { name: 'Renamed' }),
    ...crud(dictionaryHttp, word.id, { spoken: 'said' }),
    ...crud({ change: audioHttp.change, remove: audioHttp.remove }, audio.id, { name: 'Renamed' }),
    ...crud({ change: templatesHttp.change, remove: templatesHttp.remove }, template.id, {
      name: 'Renamed',
      text: 'Later',
      revision: template.revision,
    }),
    { name: 'the bytes of audio', endpoint: audioContentHttp.download, input: { sha256 }, kind: 'read' },
    { name: 'a link to audio', endpoint: audioContentHttp.createLink, input: { sha256 }, kind: 'read' },
  ]);
  expect(wrong).toEqual([]);
});

const AT = new Set(['own', 'sibling', 'moved in', 'moved away']);
const placesOf = (): MatrixPlace[] => matrix.places.filter(({ name }) => AT.has(name));
/** In some days: nothing happens during the tests, and feeds contain it. */
const SOON = `${new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10)}T12:00`;

flow('what is at places is read by those who read texts there', async () => {
  const calls: ObjectCall[] = [];
  const action = { type: 'message', message_id: (await createMessage(api, matrix.owner, { name: 'Announced' })).id };
  for (const { name: at, node } of placesOf()) {
    const targets = { nodes: [node] };
    const schedule = { name: `Bell of ${at}`, action, starts_at: SOON, targets };
    const { id } = await success(api.call(schedulesHttp.create, matrix.owner, schedule));
    const { run_id } = await success(api.call(sayHttp.say, matrix.owner, { text: `Said at ${at}`, targets }));
    calls.push({ name: `schedule of ${at}`, endpoint: schedulesHttp.read, input: { id }, kind: 'read', at });
    calls.push({ name: `run at ${at}`, endpoint: announcementsHttp.run, input: { run_id }, kind: 'read', at });
  }
  expect(await findWrong(calls)).toEqual([]);
});

flow('lists, exports and feeds contain what is at places at which their reader reads texts, and no more', async () => {
  // Instants, since the day of a place may not be that of UTC.
  const [from = '', to = ''] = [-3_600_000, 60_000].map((later) => new Date(Date.now() + later).toISOString());
  const wrong = [];
  for (const actor of matrix.actors) {
    const { caller, name, scopes } = actor;
    if (caller === null || scopes || actor.role) continue;
    const texts = {
      runs: JSON.stringify((await api.call(announcementsHttp.runs, caller, { page: 1, page_size: 100 })).body),
      proof: await (await api.raw(proofOfPlayHttp.csv, caller, { from, to })).text(),
      schedules: JSON.stringify((await api.call(schedulesHttp.list, caller)).body),
      feed: await feedOf(caller),
    };
    for (const { name: at } of placesOf()) {
      const isReader = hasRight(actor.rightsAt(at), 'read-texts');
      const marks = {
        runs: `Said at ${at}`,
        proof: `Node of ${at}`,
        schedules: `Bell of ${at}`,
        feed: `Bell of ${at}`,
      };
      for (const [list, mark] of Object.entries(marks))
        if (texts[list as keyof typeof texts].includes(mark) !== isReader) wrong.push(`${name}: ${mark} in ${list}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** The iCalendar feed of somebody. */
async function feedOf(caller: { key?: string }): Promise<string> {
  const { path } = await success(api.call(feedHttp.create, caller));
  return (await fetch(new URL(path, api.url))).text();
}
