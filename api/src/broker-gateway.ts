import { setTimeout as delay } from 'node:timers/promises';
import type { DisconnectBody } from '@belfry/schemas/http/service/internal';
import { messages } from '@belfry/schemas/mqtt/messages';
import type { UserEvent } from '@belfry/schemas/mqtt/console-messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { MqttEngine } from './mqtt-engine.ts';
import { AppError, asError } from './errors.ts';
import type { Logger } from './log.ts';

export type PublishOptions = { qos: 0 | 1; retain?: boolean };

export type MqttPublisher = {
  readonly connected: boolean;
  /** Resolves when the message is sent, with QoS 1 when it is acknowledged. Rejects with AppError broker_unavailable. */
  publish(topic: string, payload: string | Buffer, options: PublishOptions): Promise<void>;
};

export type BrokerGateway = MqttPublisher & {
  /**
   * Drops all connections of these credentials: serials of devices, with those of the network speakers for which they sign in, and user ids of
   * consoles. Must also be called when rights change, since the broker reads them at CONNECT. Best effort: an unavailable broker has no connections.
   */
  disconnect(kind: DisconnectBody['kind'], ids: readonly (string | number)[]): Promise<void>;
  /** These devices, and no others, may hear a live page until it expires. Rejects with AppError broker_unavailable. */
  invite(pageId: string, serials: readonly Serial[], expiresAt: Date): Promise<void>;
  /** These devices may not hear a live page any more, which `others` go on to hear. Best effort, as `disconnect`. */
  uninvite(
    pageId: string,
    serials: readonly Serial[],
    others: { serials: readonly Serial[]; expiresAt: Date },
  ): Promise<void>;
  /** Nobody may hear a live page any more. Best effort: the invitations expire. */
  closePage(pageId: string): Promise<void>;
  /**
   * Removes what the engine keeps for devices that exist no more. Best effort, and after their topics were cleared, because a message of
   * theirs would make it again.
   */
  forget(serials: readonly Serial[]): Promise<void>;
};

/** Notifies a user's open consoles which data to refetch. QoS 0 and best effort: a console refetches when it reconnects. */
export async function publishUserEvent(
  broker: MqttPublisher,
  userId: number,
  event: Pick<UserEvent, 'type' | 'ids'>,
): Promise<void> {
  if (!broker.connected) return;
  const payload = JSON.stringify({ ...event, at: new Date().toISOString() } satisfies UserEvent);
  const { qos, retain } = messages.userEvents;
  await broker.publish(topics.userEvents(userId), payload, { qos, retain }).catch(() => undefined);
}

/** The delays before further attempts: the engine must be told of a revocation within a second, or soon after it is back. */
const RETRY_AFTER_MS = [150, 500];

const CALLS_AT_ONCE = 8;

export type GatewayDeps = {
  engine: MqttEngine;
  log: Logger;
  publishOffline: (serials: readonly string[]) => Promise<void>;
  /** The network speakers for which these devices sign in. */
  findCarried: (serials: readonly string[]) => Promise<string[]>;
};

export function createBrokerGateway(
  publisher: MqttPublisher,
  { engine, log, publishOffline, findCarried }: GatewayDeps,
): BrokerGateway {
  async function attempt(kind: DisconnectBody['kind'], ids: readonly string[]): Promise<void> {
    await engine.disconnect(kind, ids);
    // Best effort: what is lost is found by the presence sweep.
    if (kind === 'device' && !engine.publishesWillsOfDisconnected) await publishOffline(ids).catch(() => undefined);
  }

  async function retry(kind: DisconnectBody['kind'], ids: readonly string[]): Promise<void> {
    for (const wait of RETRY_AFTER_MS) {
      await delay(wait, undefined, { ref: false });
      const failure = await attempt(kind, ids).then(() => null, asError);
      if (!failure) return;
      log.warn({ err: failure, kind }, 'connections were not dropped');
    }
  }

  const carriedBy = (serials: readonly string[]): Promise<string[]> =>
    findCarried(serials).catch((err: unknown) => {
      log.warn({ err }, 'network speakers of disconnected devices stay connected');
      return [];
    });

  async function disconnect(kind: DisconnectBody['kind'], ids: readonly (string | number)[]): Promise<void> {
    if (ids.length === 0) return;
    const names = ids.map(String);
    if (kind === 'device') names.push(...(await carriedBy(names)));
    // The caller waits for one attempt only; an unavailable engine has no connections.
    await attempt(kind, names).catch(() => void retry(kind, names));
  }

  return {
    get connected() {
      return publisher.connected;
    },
    publish: (topic, payload, options) => publisher.publish(topic, payload, options),
    disconnect,
    async invite(pageId, serials, expiresAt) {
      await engine.pages?.set(pageId, serials, expiresAt).catch((error: unknown) => {
        throw new AppError('broker_unavailable', 'The message broker cannot be reached', { cause: error });
      });
    },
    async uninvite(pageId, serials, others) {
      if (serials.length === 0) return;
      if (!engine.pages) return disconnect('device', serials);
      await engine.pages.set(pageId, others.serials, others.expiresAt).catch((error: unknown) => {
        log.warn({ err: error, page_id: pageId }, 'devices may still hear a live page; they are disconnected');
        return disconnect('device', serials);
      });
    },
    async closePage(pageId) {
      await engine.pages
        ?.close(pageId)
        .catch((error: unknown) => log.warn({ err: error, page_id: pageId }, 'the invitations of a page remain'));
    },
    async forget(serials) {
      const { shardRoutes } = engine;
      if (!shardRoutes) return;
      const left = serials.values();
      const work = async (): Promise<void> => {
        for (const serial of left)
          await shardRoutes
            .forget(serial)
            .catch((error: unknown) => log.warn({ err: error, serial }, 'the route of a device remains'));
      };
      await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
    },
  };
}
