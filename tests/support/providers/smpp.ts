import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

const BIND_TRANSCEIVER = 0x09;
const SUBMIT_SM = 0x04;
const ENQUIRE_LINK = 0x15;
const RESPONSE = 0x80000000;
const HEADER_BYTES = 16;
const UCS2 = 8;

export type Submitted = { to: string; from: string; text: string; dataCoding: number };

export type FakeSmpp = {
  url: string;
  submitted: Submitted[];
  binds: { systemId: string; password: string }[];
  /** Responds to the next submits with these statuses, then with 0. */
  failNext(...statuses: number[]): void;
  /** Closes all connections. */
  closeConnections(): void;
  stop(): Promise<void>;
};

/** A fake SMS centre (SMPP 3.4) on loopback, independent of the library under test. */
export async function startSmpp(password = 'secret', port = 0): Promise<FakeSmpp> {
  const submitted: Submitted[] = [];
  const binds: FakeSmpp['binds'] = [];
  const statuses: number[] = [];
  const sockets = new Set<Socket>();

  const statusOf = (command: number, body: Buffer): number => {
    if (command === BIND_TRANSCEIVER) {
      const [systemId = '', receivedPassword = ''] = cStrings(body, 0, 2).texts;
      binds.push({ systemId, password: receivedPassword });
      return receivedPassword === password ? 0 : 0x0e;
    }
    const status = command === SUBMIT_SM ? (statuses.shift() ?? 0) : 0;
    if (command === SUBMIT_SM && status === 0) submitted.push(readSubmit(body));
    return status;
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let pending = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= HEADER_BYTES && pending.length >= pending.readUInt32BE(0)) {
        const length = pending.readUInt32BE(0);
        const command = pending.readUInt32BE(4);
        const sequence = pending.readUInt32BE(12);
        const body = pending.subarray(HEADER_BYTES, length);
        pending = pending.subarray(length);
        if (command >= RESPONSE) continue;
        const tail = command === ENQUIRE_LINK ? Buffer.alloc(0) : Buffer.from('id\0');
        socket.write(Buffer.concat([header(command + RESPONSE, statusOf(command, body), sequence, tail.length), tail]));
      }
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const closeConnections = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: `smpp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    submitted,
    binds,
    failNext: (...next) => statuses.push(...next),
    closeConnections,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        closeConnections();
      }),
  };
}

function header(command: number, status: number, sequence: number, tail: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  [HEADER_BYTES + tail, command, status, sequence].forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
}

function cStrings(body: Buffer, from: number, count: number): { texts: string[]; end: number } {
  const texts: string[] = [];
  let at = from;
  for (let index = 0; index < count; index += 1) {
    const end = body.indexOf(0, at);
    texts.push(body.toString('latin1', at, end));
    at = end + 1;
  }
  return { texts, end: at };
}

/** Parses submit_sm (SMPP 3.4, section 4.4.1): service_type, source, destination, …, data_coding, id, sm_length, short_message. */
function readSubmit(body: Buffer): Submitted {
  const source = cStrings(body, 0, 1).end + 2;
  const { texts: fromTexts, end: afterSource } = cStrings(body, source, 1);
  const { texts: toTexts, end: afterTarget } = cStrings(body, afterSource + 2, 1);
  const { end: afterTimes } = cStrings(body, afterTarget + 3, 2);
  const dataCoding = body.readUInt8(afterTimes + 2);
  const length = body.readUInt8(afterTimes + 4);
  const message = Buffer.from(body.subarray(afterTimes + 5, afterTimes + 5 + length));
  const text = dataCoding === UCS2 ? message.swap16().toString('utf16le') : message.toString('latin1');
  return { from: fromTexts[0] ?? '', to: toTexts[0] ?? '', text, dataCoding };
}
