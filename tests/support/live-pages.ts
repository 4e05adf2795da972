import { once } from 'node:events';
import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import {
  type PageAnswer,
  livePagesHttp,
  type PageState,
  pageStateSchema,
} from '@belfry/schemas/http/live-pages/live-pages';
import type { CommandParams } from '@belfry/schemas/mqtt/commands';
import { encodePageFrame, PAGE_ABILITY, type PageFrame } from '@belfry/schemas/mqtt/page-frames';
import { topics } from '@belfry/schemas/mqtt/topics';
import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { WebSocket } from 'ws';
import { createSpeaker, type Speaker } from './announcements.ts';
import { REFUSED } from './devices/mqtt-console.ts';
import type { MqttDevice } from './devices/mqtt-device.ts';
import type { TestApi } from './api.ts';
import { createCompany, createDevice, createUser, type TestDevice, type TestUser } from './factories.ts';
import { success, type HttpClient } from './http-client.ts';
import type { Stack } from './stack.ts';
import { until } from './until.ts';

/** 40 ms of SILK in mono, whose content nobody decodes here. */
const PACKET = Buffer.from([10 << 3, 1, 2, 3, 4, 5, 6, 7]);
const CAPTURE = [8, 16] as const;

/** A device that is online and plays live pages, as far as the test makes it. */
export const createPageSpeaker = (
  stack: Stack,
  owner: TestUser,
  main: NodePosition,
  settings: { name?: string } & Record<string, unknown> = {},
): Promise<Speaker> => createSpeaker(stack, owner, main, { abilities: [PAGE_ABILITY], ...settings });

/** Opens a page at these devices. Without a chime, unless `body` names one. */
export const openPage = (
  api: Pick<HttpClient, 'call'>,
  user: { key?: string },
  serials: readonly string[],
  body: object = {},
): Promise<PageAnswer> =>
  success(api.call(livePagesHttp.open, user, { targets: { devices: serials }, chime: 'none', ...body }));

/** Whether the engine lets a client subscribe to the filter. One may close the connection of a client that it refuses a filter. */
export async function maySubscribe(client: MqttClient, filter: string): Promise<boolean> {
  if (!client.connected) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  client.once('close', () => resolve(false));
  client.subscribe(filter, { qos: 0 }, (_error, _granted, packet) => {
    const code = packet?.granted?.[0] as number | undefined;
    if (code !== undefined) resolve(code !== REFUSED);
  });
  return promise;
}

type Opened = { params: CommandParams<'page_open'>; isInvited: boolean };

/** Does what a device does with the next command, which opens a page: it subscribes, and answers. */
export async function join(
  speaker: Pick<MqttDevice, 'nextCommand' | 'client' | 'respond'>,
  state: 'ready' | 'busy' | 'late' = 'ready',
): Promise<Opened> {
  let next = await speaker.nextCommand();
  // Of the page before.
  while (next.command === 'page_close') next = await speaker.nextCommand();
  const { command, params: given, correlation_id } = next;
  if (command !== 'page_open') throw new Error(`the command is ${command}`);
  const params = given as CommandParams<'page_open'>;
  const isInvited = state !== 'busy' && (await maySubscribe(speaker.client, topics.pageAudio(params.page_id)));
  await speaker.respond({ correlation_id, result: { page_id: params.page_id, state } });
  return { params, isInvited };
}

/** Who speaks. */
export type Talker = {
  socket: WebSocket;
  /** What the page has told, oldest first. */
  states: PageState[];
  /** Sends a frame. @returns its bytes */
  say(seq: number, overrides?: Partial<PageFrame>): Buffer;
  /** Says the end. @returns the bytes of the frame */
  finish(seq: number): Buffer;
  /** The code with which the page was closed. */
  closed: Promise<number>;
  /** Waits until the last state is so. */
  until(what: string, holds: (state: PageState) => boolean): Promise<PageState>;
};

/** @returns null where the socket is refused */
export async function openTalker(api: Pick<HttpClient, 'url'>, audioUrl: string): Promise<Talker | null> {
  const socket = new WebSocket(api.url.replace(/^http/, 'ws') + audioUrl);
  const states: PageState[] = [];
  socket.on('message', (data, isBinary) => {
    if (!isBinary && Buffer.isBuffer(data)) states.push(pageStateSchema.parse(JSON.parse(data.toString())));
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const opening = once(socket, 'open').then(() => true);
  const failing = once(socket, 'error').then(() => false);
  if (!(await Promise.race([opening, failing]).catch(() => false))) return null;
  const talker: Talker = {
    socket,
    states,
    closed,
    say(seq, overrides = {}) {
      const frame = { isEnd: false, samples: 1_920, seq, capturedAt: Date.now(), packet: PACKET, ...overrides };
      const bytes = Buffer.from(encodePageFrame(frame));
      socket.send(bytes);
      return bytes;
    },
    finish: (seq) => talker.say(seq, { isEnd: true, samples: 0, packet: new Uint8Array() }),
    until: async (what, holds) => {
      await until(what, () => states.findLast(holds) !== undefined);
      return states.findLast(holds)!;
    },
  };
  return talker;
}

/** A talker whose socket must be open. */
export async function mustTalk(api: Pick<HttpClient, 'url'>, audioUrl: string): Promise<Talker> {
  const talker = await openTalker(api, audioUrl);
  if (!talker) throw new Error('the socket of the page was refused');
  return talker;
}

/** A frame without its capture, which the api writes. */
export const withoutCapture = (frame: Buffer): string =>
  Buffer.concat([frame.subarray(0, CAPTURE[0]), frame.subarray(CAPTURE[1])]).toString('hex');

/** Somebody with a device that plays pages, of an api with a fake broker; it answers nothing. */
export async function createPlace(
  api: Pick<TestApi, 'db'>,
  { takesPages = true }: { takesPages?: boolean } = {},
): Promise<{ user: TestUser; main: NodePosition; serial: string; device_id: number }> {
  const user = await createUser(api);
  const main = await createCompany(api, { user_id: user.id });
  const { serial, device_id } = await addDevice(api, user, main, takesPages);
  return { user, main, serial, device_id };
}

/** A device below a node that is online. */
export async function addDevice(
  api: Pick<TestApi, 'db'>,
  user: Pick<TestUser, 'id'>,
  main: NodePosition,
  takesPages = true,
): Promise<TestDevice> {
  const node = await createCompany(api, { below: main });
  const device = await createDevice(api, { user_id: user.id, company_id: node.company_id });
  await api.db
    .updateTable('device_state')
    .set({ reported_status: 'online', silent: false, takes_pages: takesPages, last_seen: sql<Date>`now()` })
    .where('device_id', '=', device.device_id)
    .execute();
  return device;
}
