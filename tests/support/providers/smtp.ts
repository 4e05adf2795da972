import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type FakeSmtp = {
  url: string;
  port: number;
  mails: Email[];
  /** Rejects recipients with this code; null accepts them again. */
  rejectRecipients(code: number | null): void;
  stop(): Promise<void>;
};

/** A fake mail server on loopback that keeps received emails. Port 0 selects a free one. */
export async function startSmtp(port = 0): Promise<FakeSmtp> {
  const mails: Email[] = [];
  let refusal: number | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    // Stopping does not wait for the connections that clients keep open.
    closeTimeout: 100,
    onRcptTo: (_address, _session, done) => {
      done(refusal === null ? null : Object.assign(new Error('Rejected'), { responseCode: refusal }));
    },
    onData: callbackify(async (stream: Readable, _session: unknown) => {
      mails.push(await PostalMime.parse(await text(stream)));
    }),
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    mails,
    rejectRecipients: (code) => (refusal = code),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
