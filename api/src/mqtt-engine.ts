import type { DisconnectBody } from '@belfry/schemas/http/service/internal';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { EngineName } from './config/engine.ts';

export type ClientKind = DisconnectBody['kind'];

/** What an engine does by itself. Where it does not, the api does it. */
export type EngineTraits = {
  /** The last will of a client that the api disconnects is published. Otherwise the api reports its devices as offline. */
  readonly publishesWillsOfDisconnected: boolean;
  /** Every later subscriber receives retained messages. Otherwise the api publishes them again, and consoles read over REST. */
  readonly retains: boolean;
};

/**
 * How an engine without filters of shards delivers to the session of each shard what its devices publish. Each call may be
 * repeated, and rejects where the engine cannot be asked.
 */
export type ShardRoutes = {
  /** The only filter to which the session of a shard subscribes. */
  filterOf(shard: number): string;
  /** Divides what devices publish. The session of shard 0 must exist; it receives what no other one does. */
  open(): Promise<void>;
  /** From now on the session of its shard receives what this device publishes. With `again` also if it was added before. */
  add(serial: Serial, options?: { again?: boolean }): Promise<void>;
  /** Removes what `add` made for this device, which exists no more. */
  forget(serial: Serial): Promise<void>;
  remove(shards: number): Promise<void>;
};

/** Who may hear a live page, on an engine that is told so; see PAGE-4. */
export type PageInvitations = {
  /** Only these devices may subscribe to the frames of the page from now on; the subscriptions of others end. */
  set(pageId: string, serials: readonly Serial[], expiresAt: Date): Promise<void>;
  close(pageId: string): Promise<void>;
};

/** The MQTT engine between devices, consoles and the api. Everything that is not plain MQTT 3.1.1 goes through it. */
export type MqttEngine = EngineTraits & {
  readonly name: EngineName;
  /** Null where one session suffices, or the engine has filters of shards. */
  readonly shardRoutes: ShardRoutes | null;
  /** Null where the engine asks about each subscription instead, and the connections of who may not hear a page any more are dropped. */
  readonly pages: PageInvitations | null;
  /**
   * Drops all connections of these serials or user ids. One attempt, which may take a second; rejects if it is not certain
   * that all of them are dropped, and may then be repeated.
   */
  disconnect(kind: ClientKind, ids: readonly string[]): Promise<void>;
};

/** The settings that an engine other than the bundled broker has; `checkEngineSettings` makes sure of them. */
export type ManagementSettings = {
  MQTT_ENGINE_URL?: string | undefined;
  MQTT_ENGINE_USER?: string | undefined;
  MQTT_ENGINE_PASSWORD?: string | undefined;
};
