import type { OutgoingMessage } from './outbox.table.ts';

export type Sendable = Pick<
  OutgoingMessage,
  'id' | 'recipient' | 'lang' | 'subject' | 'text' | 'html' | 'created_at' | 'kind'
>;

/** Hands messages of one channel to whoever delivers them. */
export type Sender = {
  /**
   * Resolves once somebody else has the message for good. Throws Refused when it will never be taken; any other error
   * means: later.
   */
  send(message: Sendable): Promise<void>;
  stop(): void;
};

/** The provider will not take this message, however often it is asked. Its text is shown on the Outbox page. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** No try takes longer. */
export const SEND_TIMEOUT_MS = 30_000;
