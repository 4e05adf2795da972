import type { Logger } from '../../log.ts';
import type { AckToken } from './ack-token.ts';
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
  /** `fresh`: the broker had no session, so messages that it queued before are lost. */
  onUp: (fresh: boolean) => void;
  /** Called before each connection attempt; false: this process may not use the session now, and asks again later. */
  mayConnect: () => Promise<boolean>;
  /** Shared by all subscribers of the process. */
  backlog?: Backlog;
};
