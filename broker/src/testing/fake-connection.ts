import type { Transport, TransportHandlers } from '../transport/transport.ts';
import { Connection } from '../transport/connection.ts';

/** A connection over no socket: what the broker writes and calls is recorded, `handlers` are what the peer does. */
export function fakeConnection({
  protocol = 'mqtt',
  peer = 'test',
}: Partial<Pick<Transport, 'protocol' | 'peer'>> = {}) {
  const written: string[] = [];
  const calls: string[] = [];
  const given: TransportHandlers[] = [];
  const transport: Transport & { buffered: number } = {
    protocol,
    peer,
    buffered: 0,
    write: (bytes) => written.push(bytes.toString()),
    pause: () => calls.push('pause'),
    resume: () => calls.push('resume'),
    end: () => calls.push('end'),
    destroy: () => calls.push('destroy'),
    start: (handlers) => given.push(handlers),
  };
  const connection = new Connection(transport, { connectBytes: 100, packetBytes: 1_000 }, { bytes: 0 });
  connection.on('error', () => undefined);
  const [handlers] = given;
  if (!handlers) throw new Error('The connection does not listen to its transport');
  return { connection, transport, written, calls, handlers };
}
