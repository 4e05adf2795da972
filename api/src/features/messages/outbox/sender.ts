import type { Attachment } from './attachments.repository.ts';
import type { OutgoingMessage } from './outbox.repository.ts';

export type Sendable = Pick<
  OutgoingMessage,
  'id' | 'recipient' | 'lang' | 'subject' | 'text' | 'html' | 'created_at' | 'kind'
> & {
  /** Only a mail has one. */
  attachment?: Attachment | undefined;
};

/** Sends the messages of one channel. */
export type Sender = {
  /**
   * Resolves when the provider has accepted the message. Throws Refused for a permanent error; any other error is
   * temporary.
   */
  send(message: Sendable): Promise<void>;
  stop(): void;
};

/** The provider refuses the message permanently. Its text is shown on the Outbox page. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The time limit of one attempt. */
export const SEND_TIMEOUT_MS = 30_000;
