import { webmOf } from '@belfry/api/features/library/decode/testing/webm-file';
import { pagesHttp } from '@belfry/schemas/http/pages/pages';
import { body, done, type Input, type Inputs, params, type Tools } from './input.ts';

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
    const { page_id } = await done(api.call(pagesHttp.open, { key }, { targets }));
    return params({ page_id });
  }

  return {
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
