import { webmOf } from '@belfry/api/features/library/decode/testing/webm-file';
import { livePagesHttp } from '@belfry/schemas/http/live-pages/live-pages';
import { SAVED_PLACE_TARGETS_MAX, savedPlacesHttp } from '@belfry/schemas/http/live-pages/saved-places';
import { body, done, type Input, type Inputs, next, params, type Tools } from './input.ts';

/** Ten minutes of sound, as a browser records it. */
const RECORDING = webmOf(Array.from({ length: 15_000 }, () => Buffer.from([0xf9, 0xff, 0xfe, 0xff, 0xfe])));

/** Calls about live pages, at all places of the largest organisation. */
export function pageInputs({ api, db, of }: Tools): Inputs {
  const key = of.owner.key;
  const targets = { nodes: [of.main] };

  /** A person has one open page. */
  async function closeAll(): Promise<void> {
    await db.updateTable('pages').set({ state: 'ended', ended_at: new Date() }).execute();
  }
  async function opened(): Promise<Input> {
    await closeAll();
    const { page_id } = await done(api.call(livePagesHttp.open, { key }, { targets }));
    return params({ page_id });
  }

  const large = { nodes: Array.from({ length: SAVED_PLACE_TARGETS_MAX }, (_, index) => index + 1) };
  async function savedPlace(): Promise<number> {
    await db.deleteFrom('saved_places').execute();
    return (await done(api.call(savedPlacesHttp.save, { key }, { name: `Place ${next()}`, targets: large }))).id;
  }

  return {
    'post /pages/saved-places': [
      async () => {
        await savedPlace();
        return body({ name: `Place ${next()}`, targets: large });
      },
    ],
    'put /pages/saved-places/{id}': [
      async () => ({ params: { id: await savedPlace() }, body: { name: `Place ${next()}`, targets: large } }),
    ],
    'delete /pages/saved-places/{id}': [async () => params({ id: await savedPlace() })],
    'post /pages': [
      async () => {
        await closeAll();
        return body({ targets, chime: 'ding_dong', busy: 'afterwards' });
      },
    ],
    'get /pages/{page_id}': [opened],
    'delete /pages/{page_id}': [opened],
    'get /pages/{page_id}/stream': [
      async () => ({
        ...(await opened()),
        authorization: of.deviceCredentials,
        refused: 'so many devices get the recording, and a stream ends with its page only',
      }),
    ],
    'post /audio/recordings': [{ query: { name: 'Ten minutes of silence' }, body: RECORDING }],
  };
}
