import type { DisconnectBody } from '@belfry/schemas/http/internal';
import type { EngineName } from './config/engine.ts';

export type ClientKind = DisconnectBody['kind'];

/** What an engine does by itself. Where it does not, the api does it. */
export type EngineTraits = {
  /** The last will of a client that the api disconnects is published. Otherwise the api reports its devices as offline. */
  readonly publishesWillsOfDisconnected: boolean;
  /** Retained messages reach every later subscriber. Otherwise the api publishes them again, and consoles read over REST. */
  readonly retains: boolean;
};

/** The MQTT engine between devices, consoles and the api. Everything that is not plain MQTT 3.1.1 goes through it. */
export type MqttEngine = EngineTraits & {
  readonly name: EngineName;
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
