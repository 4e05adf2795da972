import type { Carrier, CarrierEvents } from '../transport/carrier.ts';
import { Connection } from '../transport/connection.ts';

/** A connection over no socket: what the broker writes and calls is recorded, `events` are what the peer does. */
export function fakeConnection({ protocol = 'mqtt', peer = 'test' }: Partial<Pick<Carrier, 'protocol' | 'peer'>> = {}) {
  const written: string[] = [];
  const calls: string[] = [];
  const given: CarrierEvents[] = [];
  const carrier: Carrier & { buffered: number } = {
    protocol,
    peer,
    buffered: 0,
    write: (bytes) => written.push(bytes.toString()),
    pause: () => calls.push('pause'),
    resume: () => calls.push('resume'),
    end: () => calls.push('end'),
    destroy: () => calls.push('destroy'),
    listen: (events) => given.push(events),
  };
  const connection = new Connection(carrier, { connectBytes: 100, packetBytes: 1_000 }, { bytes: 0 });
  connection.on('error', () => undefined);
  const [events] = given;
  if (!events) throw new Error('The connection does not listen to its carrier');
  return { connection, carrier, written, calls, events };
}
