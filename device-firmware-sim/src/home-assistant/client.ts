import { WebSocket } from 'ws';
import { z } from 'zod';
import { backoffMs } from '@belfry/schemas/timing/backoff';
import type { Cancel, Clock } from '../hardware/clock.ts';

/** https://developers.home-assistant.io/docs/api/websocket. It may say more than is read here, and nothing else is kept. */
const stateSchema = z.object({
  s: z.string().max(1_000).optional(),
  a: z.object({ volume_level: z.unknown().optional() }).optional(),
});
const messageSchema = z.object({
  type: z.string(),
  id: z.int().optional(),
  success: z.boolean().optional(),
  error: z.object({ message: z.string().max(1_000) }).optional(),
  message: z.string().max(1_000).optional(),
  event: z
    .object({
      a: z.record(z.string(), stateSchema).optional(),
      c: z.record(z.string(), z.object({ '+': stateSchema.optional() })).optional(),
      r: z.array(z.string()).optional(),
    })
    .optional(),
});

/** `unavailable` where Home Assistant does not reach it, or has no such entity. */
export type EntityState = { state: string; attributes: { readonly volume_level?: unknown } };

export type HomeAssistant = {
  /** Null while it is not connected, or has said nothing of the entity. */
  state(entity: string): EntityState | null;
  /** Why nothing can be played; null where it is connected. Shown to users. */
  problem(): string | null;
  /** Follows an entity. @returns the undo */
  watch(entity: string, changed: (state: EntityState | null) => void): () => void;
  /** Runs an action of the domain media_player. Rejects with its reason, also after ten seconds without an answer. */
  call(action: string, entity: string, data?: Record<string, unknown>): Promise<void>;
  /** The address of this machine towards it; null while it is not connected. */
  ownAddress(): string | null;
  close(): void;
};

const RETRY = { firstMs: 1_000, maxMs: 60_000 };
const ANSWERED_MS = 10_000;
/** Longer than any answer that is read. */
const MESSAGE_BYTES_MAX = 1_000_000;
/** In ten seconds. One that sends more is left alone for a minute. */
const WINDOW_MS = 10_000;
const BYTES_MAX = 4_000_000;
const FLOODED_MS = 60_000;
const PING_MS = 30_000;
const AWAY = 'Home Assistant is not reached';

type Waiting = { resolve: () => void; reject: (error: Error) => void; cancel: Cancel };
type Watched = { last: EntityState | null; listeners: Set<(state: EntityState | null) => void>; id: number | null };

/** Keeps one connection to a Home Assistant. @param url that of its page: http://homeassistant.local:8123 */
export function connectHomeAssistant(url: string, token: string, clock: Clock): HomeAssistant {
  const watched = new Map<string, Watched>();
  const waiting = new Map<number, Waiting>();
  let socket: WebSocket | null = null;
  let isReady = false;
  let reason: string = AWAY;
  let failures = 0;
  let lastId = 0;
  let isClosed = false;
  let cancelTimer: Cancel = () => {};

  function open(): void {
    const own = new WebSocket(`${url.replace(/^http/, 'ws').replace(/\/$/, '')}/api/websocket`, {
      maxPayload: MESSAGE_BYTES_MAX,
      handshakeTimeout: ANSWERED_MS,
    });
    socket = own;
    let inWindow = 0;
    let windowAt = clock.monotonic();
    own.on('message', (data) => {
      if (!Buffer.isBuffer(data) || socket !== own) return;
      if (clock.monotonic() - windowAt > WINDOW_MS) [inWindow, windowAt] = [0, clock.monotonic()];
      inWindow += data.length;
      if (inWindow > BYTES_MAX) return flooded(own);
      receive(own, data.toString('utf8'));
    });
    own.on('error', ({ message }) => (reason = `${AWAY}: ${message}`));
    own.on('close', () => lost(own));
  }

  function flooded(own: WebSocket): void {
    reason = 'Home Assistant sends too much';
    own.terminate();
    lost(own, FLOODED_MS);
  }

  function lost(own: WebSocket, waitMs = backoffMs(failures++, RETRY)): void {
    if (socket !== own || isClosed) return;
    socket = null;
    isReady = false;
    cancelTimer();
    for (const { reject, cancel } of waiting.values()) {
      cancel();
      reject(new Error(reason));
    }
    waiting.clear();
    for (const each of watched.values()) tell(each, null);
    cancelTimer = clock.after(waitMs, open);
  }

  function receive(own: WebSocket, text: string): void {
    const parsed = messageSchema.safeParse(parse(text));
    if (!parsed.success || socket !== own) return;
    const { type, id, success, error, message, event } = parsed.data;
    if (type === 'auth_required') own.send(JSON.stringify({ type: 'auth', access_token: token }));
    else if (type === 'auth_ok') ready();
    else if (type === 'auth_invalid') {
      reason = `Home Assistant does not accept the token: ${message ?? ''}`;
      own.close();
    } else if (type === 'result' && id !== undefined) settle(id, success === true, error?.message);
    else if (event) apply(event);
  }

  function ready(): void {
    isReady = true;
    failures = 0;
    reason = AWAY;
    for (const [entity, each] of watched) subscribe(entity, each);
    const ping = (): void => {
      socket?.ping();
      cancelTimer = clock.after(PING_MS, ping);
    };
    ping();
  }

  function subscribe(entity: string, each: Watched): void {
    each.id = ++lastId;
    socket?.send(JSON.stringify({ id: each.id, type: 'subscribe_entities', entity_ids: [entity] }));
  }

  function apply({ a = {}, c = {}, r = [] }: NonNullable<z.infer<typeof messageSchema>['event']>): void {
    for (const [entity, { s = 'unknown', a: attributes = {} }] of Object.entries(a))
      change(entity, () => ({ state: s, attributes }));
    for (const [entity, { '+': added }] of Object.entries(c))
      change(entity, (last) => ({
        state: added?.s ?? last?.state ?? 'unknown',
        attributes: { ...last?.attributes, ...added?.a },
      }));
    for (const entity of r) change(entity, () => ({ state: 'unavailable', attributes: {} }));
  }

  function change(entity: string, next: (last: EntityState | null) => EntityState): void {
    const each = watched.get(entity);
    if (each) tell(each, next(each.last));
  }

  function tell(each: Watched, state: EntityState | null): void {
    each.last = state;
    for (const listener of each.listeners) listener(state);
  }

  function settle(id: number, success: boolean, message: string | undefined): void {
    const call = waiting.get(id);
    waiting.delete(id);
    call?.cancel();
    if (success) call?.resolve();
    else call?.reject(new Error(message ?? 'Home Assistant refuses it'));
  }

  open();
  return {
    state: (entity) => watched.get(entity)?.last ?? null,
    problem: () => (isReady ? null : reason),
    watch(entity, changed) {
      const each = watched.get(entity) ?? { last: null, listeners: new Set(), id: null };
      watched.set(entity, each);
      each.listeners.add(changed);
      if (isReady && each.id === null) subscribe(entity, each);
      return () => {
        each.listeners.delete(changed);
        if (each.listeners.size > 0) return;
        watched.delete(entity);
        if (isReady && each.id !== null)
          socket?.send(JSON.stringify({ id: ++lastId, type: 'unsubscribe_events', subscription: each.id }));
      };
    },
    call(action, entity, data = {}) {
      const own = socket;
      if (!own || !isReady) return Promise.reject(new Error(reason));
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        const cancel = clock.after(ANSWERED_MS, () => {
          waiting.delete(id);
          reject(new Error(`${entity} does not answer`));
        });
        waiting.set(id, { resolve, reject, cancel });
        const target = { entity_id: entity };
        own.send(
          JSON.stringify({
            id,
            type: 'call_service',
            domain: 'media_player',
            service: action,
            service_data: data,
            target,
          }),
        );
      });
    },
    ownAddress() {
      const { localAddress } = (socket as { _socket?: { localAddress?: string } } | null)?._socket ?? {};
      return localAddress?.replace(/^::ffff:/, '') ?? null;
    },
    close() {
      isClosed = true;
      cancelTimer();
      socket?.terminate();
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
