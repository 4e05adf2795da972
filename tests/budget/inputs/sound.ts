import { randomUUID } from 'node:crypto';
import { flacBomb } from '@belfry/api/features/library/decode/testing/flac-file';
import { PLAYLIST_ITEMS_MAX, playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { chimesHttp } from '@belfry/schemas/http/library/chimes';
import { sampleRunsHttp } from '@belfry/schemas/http/speech/sample-runs';
import { voiceSamplesHttp } from '@belfry/schemas/http/speech/voice-samples';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { REPORTED_TRACKS_MAX } from '@belfry/schemas/http/announcements/heard-music';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { messagesHttp, dictionaryHttp } from '@belfry/schemas/http/library/texts';
import { body, done, next, params, query, type Input, type Inputs, type Tools } from './input.ts';
import { tarOf } from '../../support/tar.ts';
import { uploadAudio } from '../../support/library.ts';
import { type Answer } from '../../support/http-client.ts';

const LANGUAGES = 'en de fr es ru lv it pt nl pl cs sk hu ro bg el tr sv da no fi et lt uk he ar hi zh ja ko'.split(
  ' ',
);
/** 5,000 characters, which is the most of one text. */
const SPOKEN = 'Good morning. '.repeat(350);
/** As many texts of as many languages as a body may carry. */
const variants = LANGUAGES.map((language) => ({ language, text: 'It is {time}. '.repeat(220) }));
const NEURAL = 'lv-LV-Piper-Aivars-medium';
/** The days of a report of proof of play. */
const YEAR = { from: '2026-01-01', to: '2026-12-31' };
/** Those of a report of music. */
const QUARTER = { from: '2026-10-01', to: '2026-12-31' };

/** Calls about announcements, the library and voices. */
export function soundInputs({ api, db, of }: Tools): Inputs {
  const key = of.owner.key;
  const root = of.root.key;
  const targets = { nodes: [of.main] };
  const idOf = async (creating: Promise<Answer<{ id: number }>>) => ({ id: (await done(creating)).id });
  const newMessage = () => idOf(api.call(messagesHttp.create, { key }, { name: `Message ${next()}`, variants }));
  const newPlaylist = () => idOf(api.call(playlistsHttp.create, { key }, { name: `Playlist ${next()}`, audio_ids }));
  const newStation = () =>
    idOf(api.call(stationsHttp.create, { key }, { name: `Station ${next()}`, url: 'http://127.0.0.1:9/live' }));
  const newWord = () =>
    idOf(api.call(dictionaryHttp.create, { key }, { language: 'en', word: `word${next()}`, spoken: 'said' }));
  const chime = () => ({ name: `Chime ${next()}`, audio_id: of.audio.id });
  /** There can be few of them. */
  const withoutChimes = () => db.deleteFrom('chimes').execute();
  async function newChime(): Promise<{ id: number }> {
    await withoutChimes();
    return idOf(api.call(chimesHttp.create, { key }, chime()));
  }
  const audio_ids = Array.from({ length: PLAYLIST_ITEMS_MAX }, () => of.audio.id);

  /** As many tracks as a device may report in one call, of days of their own. */
  const heardTracks = () => ({
    journal: randomUUID(),
    tracks: Array.from({ length: REPORTED_TRACKS_MAX }, (_, index) => ({
      seq: index + 1,
      sha256: of.audio.sha256,
      at: new Date(Date.now() - (index % 30) * 86_400_000).toISOString(),
      seconds: 180,
    })),
  });

  async function said(): Promise<{ run_id: string }> {
    const { run_id } = await done(api.call(sayHttp.say, { key }, { text: SPOKEN, targets }));
    return { run_id };
  }
  async function emergency(): Promise<{ run_id: string }> {
    const message = { message_id: of.message, targets, drill: false };
    const { run_id } = await done(api.call(emergencyHttp.start, { key }, message));
    return { run_id };
  }
  async function withSample(): Promise<Input> {
    const { voice_name } = of.voice;
    await api.call(voiceSamplesHttp.proxy, { key }, { voice_name });
    return params({ voice_name });
  }

  /** A run of the samples of some voices; that of all takes minutes. */
  const some = { language: 'en' };
  async function sampleRun(change?: 'pause', voices: object = some): Promise<Input> {
    await api.call(sampleRunsHttp.stop, { key: root });
    await done(api.call(voiceSamplesHttp.reset, { key: root }));
    await done(api.call(sampleRunsHttp.start, { key: root }, voices));
    if (change) await done(api.call(sampleRunsHttp[change], { key: root }));
    return {};
  }

  return {
    'post /announcements/say': [body({ text: SPOKEN, targets })],
    'post /announcements/preview': [body({ text: SPOKEN, targets })],
    'get /announcements/runs': [query({ page: 1, page_size: 500 })],
    'get /announcements/runs/{run_id}': [async () => ({ params: await said(), query: {} })],
    'post /announcements/runs/{run_id}/stop': [async () => params(await said())],
    'post /announcements/runs/{run_id}/again': [async () => ({ ...params(await said()), body: { to: 'all' } })],
    'get /announcements/proof': [query({ ...YEAR, page: 1, page_size: 500 })],
    'get /announcements/proof/runs': [query({ ...YEAR, page: 1, page_size: 500 })],
    'get /announcements/proof.csv': [query(YEAR)],
    'get /announcements/music': [query({ ...QUARTER, page: 1, page_size: 500 })],
    'get /announcements/music.csv': [query(QUARTER)],
    'post /devices/tracks': [async () => ({ ...body(heardTracks()), authorization: of.deviceCredentials })],
    'get /emergency/messages/{id}/missing': [params({ id: of.message })],
    'post /emergency/start': [
      body({ message_id: of.message, targets, drill: true }),
      body({ message_id: of.message, targets, drill: false }),
    ],
    'post /emergency/{run_id}/all-clear': [async () => params(await emergency())],
    'post /messages/preview': [body({ text: SPOKEN, language: 'en' })],
    'get /messages': [query({ page: 1, page_size: 500 })],
    'post /messages': [async () => body({ name: `Message ${next()}`, variants, repeat: 10, emergency: true })],
    'put /messages/{id}': [{ params: { id: of.message }, body: { variants } }],
    'get /messages/{id}': [params({ id: of.message })],
    'delete /messages/{id}': [async () => params(await newMessage())],
    'get /audio': [query({ page: 1, page_size: 500 })],
    'post /audio': [{ query: { name: 'An hour of silence' }, body: flacBomb({ frames: 2_400 }) }],
    'put /audio/{id}': [async () => ({ params: { id: of.audio.id }, body: { name: `Renamed ${next()}` } })],
    'get /audio/{sha256}': [{ params: { sha256: of.audio.sha256 }, authorization: of.deviceCredentials }],
    'post /audio/{sha256}/link': [params({ sha256: of.audio.sha256 })],
    'get /audio/{sha256}/content': [
      async () => {
        const { sha256 } = of.audio;
        const { url } = await done(api.call(audioContentHttp.createLink, { key }, { sha256 }));
        return { params: { sha256 }, query: Object.fromEntries(new URL(url, api.url).searchParams) };
      },
    ],
    'delete /audio/{id}': [
      async () => {
        const bytes = flacBomb({ frames: 1 + next() });
        return params(await idOf(uploadAudio(api, { key }, bytes, { name: 'Unused' })));
      },
    ],
    'post /playlists': [async () => body({ name: `Playlist ${next()}`, audio_ids, shuffle: true })],
    'put /playlists/{id}': [{ params: { id: of.playlist }, body: { audio_ids, shuffle: true } }],
    'get /playlists': [query({ page: 1, page_size: 500 })],
    'get /playlists/{id}': [params({ id: of.playlist })],
    'delete /playlists/{id}': [async () => params(await newPlaylist())],
    'post /stations': [async () => body({ name: `Station ${next()}`, url: 'http://127.0.0.1:9/live' })],
    'put /stations/{id}': [
      async () => ({
        params: { id: of.station },
        body: { name: `Changed ${next()}`, url: 'http://127.0.0.1:9/other' },
      }),
    ],
    'get /stations': [query({ page: 1, page_size: 500 })],
    'get /stations/{id}': [params({ id: of.station })],
    'get /library': [query({ page: 1, page_size: 500 })],
    'get /library/voices': [query({})],
    'put /library/voices/{language}': [{ params: { language: 'en' }, body: { voice_name: 'en-GB-Standard-B' } }],
    'get /library/{kind}/{id}/uses': [params({ kind: 'stations', id: of.station })],
    'delete /stations/{id}': [async () => params(await newStation())],
    'post /chimes': [
      async () => {
        await withoutChimes();
        return body(chime());
      },
    ],
    'put /chimes/{id}': [async () => ({ params: await newChime(), body: chime() })],
    'get /chimes': [query({ page: 1, page_size: 500 })],
    'get /chimes/{id}': [async () => params(await newChime())],
    'delete /chimes/{id}': [async () => params(await newChime())],
    'post /dictionary': [async () => body({ language: 'en', word: `word${next()}`, spoken: 'x'.repeat(200) })],
    'put /dictionary/{id}': [async () => ({ params: await newWord(), body: { spoken: 'x'.repeat(200) } })],
    'get /dictionary': [query({ page: 1, page_size: 500 })],
    'get /dictionary/{id}': [async () => params(await newWord())],
    'delete /dictionary/{id}': [async () => params(await newWord())],
    'get /voices/voices': [query({})],
    'get /voices/packs': [{ authorization: root }],
    'post /voices/packs': [
      {
        query: { accepted: 'true' },
        body: tarOf([{ path: 'voice.json', content: new Uint8Array(5_000_000) }]),
        authorization: root,
        refused: 'it is no voice: one that is would be measured in its own process',
      },
    ],
    'post /voices/packs/{voice_name}': [
      {
        params: { voice_name: NEURAL },
        body: { accepted_licence: 'cc0' },
        authorization: root,
        refused: 'the catalogue of the product has no voices',
      },
    ],
    'delete /voices/packs/{voice_name}': [
      { params: { voice_name: NEURAL }, authorization: root, refused: 'there is no pack' },
    ],
    'get /voices/mappings': [query({})],
    'put /voices/mappings': [body({ mappings: [] })],
    'get /voices/language/{code}': [params({ code: 'en-US' })],
    'post /voices/voice/block': [body({ display_name: of.voice.display_name, block: false })],
    'post /voices/voice/rename': [
      async () => {
        const { voice_name } = of.voice;
        const voices = await done(api.call(voicesHttp.list, { key: root }));
        const old_display_name = voices.find((voice) => voice.voice_name === voice_name)?.display_name;
        return body({ old_display_name, new_display_name: `Renamed ${next()}`.padEnd(60, 'x') });
      },
    ],
    'get /audio/samples/{voice_name}.mp3': [withSample],
    'post /voices/sample-run': [
      async () => {
        await sampleRun('pause');
        await done(api.call(sampleRunsHttp.stop, { key: root }));
        await done(api.call(voiceSamplesHttp.reset, { key: root }));
        return body(some);
      },
    ],
    // One that is not over when the api was given time to rest.
    'post /voices/sample-run/pause': [() => sampleRun(undefined, {})],
    'post /voices/sample-run/resume': [() => sampleRun('pause')],
    'post /voices/sample-run/stop': [() => sampleRun('pause')],
  };
}
