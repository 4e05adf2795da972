import type { Logger } from '../../log.ts';
import type { Backlog } from './backlog.ts';
import type { Credentials } from './broker-connection.ts';

export type InboundMessage = {
  topic: string;
  payload: Buffer;
  /** A retained message that the broker sent because of the subscription. */
  retained: boolean;
  /** The broker has sent it before and has not received an acknowledgement. */
  redelivered: boolean;
  ackToken: AckToken;
};

export type IngestSubscriberOptions = Credentials & {
  url: string;
  /** All of QoS 1. A session that the broker kept is assumed to have them: a new filter needs a new client id. */
  filters: readonly string[];
  log: Logger;
  /** If it throws, the error is logged and the message is acknowledged. */
  onMessage: (message: InboundMessage) => void;
  /** `isNew`: the broker had no session, so it is asked for the filters. */
  onUp: (isNew: boolean) => void;
  /** The broker has granted the filters of a new session: what it received before is lost. */
  onSubscribed: () => void;
  /** Called before each connection attempt; false: this process may not use the session now, and asks again later. */
  mayConnect: () => Promise<boolean>;
  backlog?: Backlog;
};

/** Identifies a message of one subscriber when it is acknowledged. One of an earlier connection is ignored: the broker redelivers the message. */
export type AckToken = {
  readonly subscriber: { acknowledge(token: AckToken): void };
  readonly connection: number;
  readonly packetId: number;
  readonly bytes: number;
};

export function acknowledgeAll(ackTokens: Iterable<AckToken>): void {
  for (const token of ackTokens) token.subscriber.acknowledge(token);
}
