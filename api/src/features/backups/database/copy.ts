import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

/**
 * COPY through `pg`, which knows the messages of the protocol and has no interface for them: what is submitted as a query gets them from
 * the client. Rows go from the socket to the reader, or the other way round, as fast as the slower of the two takes them.
 */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(piece: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};
type CopyData = { chunk: Buffer };
type CommandComplete = { text: string };

/** Rows are small, so that they are joined to blocks of this size. */
const BLOCK_BYTES = 64 * 1024;

/** `COPY 12` */
const rowsOf = ({ text }: CommandComplete): number => Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);

/** What `COPY … TO STDOUT` sends. `rows` is their number once all was read. A reader that stops early ends the connection. */
export function copyOut(client: pg.Client, statement: string): { content: AsyncIterable<Buffer>; rows: () => number } {
  const query = new CopyOut(statement);
  client.query(query);
  return { content: query.stream, rows: () => query.rows };
}

class CopyOut implements pg.Submittable {
  readonly stream: Readable;
  rows = 0;
  readonly #statement: string;
  #connection: CopyConnection | null = null;
  #block: Buffer[] = [];
  #blockBytes = 0;

  constructor(statement: string) {
    this.#statement = statement;
    this.stream = new Readable({
      highWaterMark: 4 * BLOCK_BYTES,
      read: () => void this.#connection?.stream.resume(),
      destroy: (error, done) => {
        // The server would go on sending, and wait for ever for somebody who reads.
        if (error || !this.stream.readableEnded) this.#connection?.stream.destroy();
        done(error);
      },
    });
    // Whoever reads it learns it; nobody may have begun yet.
    this.stream.on('error', () => undefined);
  }

  submit = (connection: pg.Connection): void => {
    this.#connection = connection as CopyConnection;
    connection.query(this.#statement);
  };

  handleCopyData({ chunk }: CopyData, connection: CopyConnection): void {
    // The parser uses its buffer again.
    this.#block.push(Buffer.from(chunk));
    this.#blockBytes += chunk.length;
    if (this.#blockBytes >= BLOCK_BYTES && !this.#flush()) connection.stream.pause();
  }

  handleCommandComplete(message: CommandComplete): void {
    this.rows = rowsOf(message);
    this.#flush();
  }

  handleReadyForQuery(): void {
    this.#connection?.stream.resume();
    this.#connection = null;
    this.stream.push(null);
  }

  handleError(error: Error): void {
    this.#connection = null;
    this.stream.destroy(error);
  }

  /** Whether the reader wants more. */
  #flush(): boolean {
    if (this.#blockBytes === 0) return true;
    const block = Buffer.concat(this.#block, this.#blockBytes);
    this.#block = [];
    this.#blockBytes = 0;
    return this.stream.push(block);
  }
}

/** Sends content to `COPY … FROM STDIN`. @returns the number of rows */
export async function copyIn(client: pg.Client, statement: string, content: AsyncIterable<Buffer>): Promise<number> {
  const query = new CopyIn(statement);
  client.query(query);
  const connection = await Promise.race([query.accepted, query.ended.then(() => null)]);
  if (!connection) throw new Error('the server did not ask for rows');
  try {
    for await (const piece of content) {
      if (query.failed) break;
      connection.sendCopyFromChunk(piece);
      // A connection that breaks never drains, and ends the query.
      if (connection.stream.writableNeedDrain)
        await Promise.race([once(connection.stream, 'drain'), query.ended.catch(() => undefined)]);
    }
  } catch (error) {
    connection.sendCopyFail('the content could not be read');
    await query.ended.catch(() => undefined);
    throw error;
  }
  if (!query.failed) connection.endCopyFrom();
  return query.ended;
}

class CopyIn implements pg.Submittable {
  failed = false;
  readonly accepted: Promise<CopyConnection>;
  readonly ended: Promise<number>;
  readonly #statement: string;
  readonly #accept: (connection: CopyConnection) => void;
  readonly #end: (rows: number) => void;
  readonly #fail: (error: Error) => void;
  #rows = 0;

  constructor(statement: string) {
    this.#statement = statement;
    const accepted = Promise.withResolvers<CopyConnection>();
    const ended = Promise.withResolvers<number>();
    [this.accepted, this.#accept] = [accepted.promise, accepted.resolve];
    [this.ended, this.#end, this.#fail] = [ended.promise, ended.resolve, ended.reject];
    // Whoever sends rows learns it at the end.
    this.ended.catch(() => undefined);
  }

  submit = (connection: pg.Connection): void => {
    connection.query(this.#statement);
  };

  handleCopyInResponse(connection: CopyConnection): void {
    this.#accept(connection);
  }

  handleCommandComplete(message: CommandComplete): void {
    this.#rows = rowsOf(message);
  }

  handleReadyForQuery(): void {
    this.#end(this.#rows);
  }

  handleError(error: Error): void {
    this.failed = true;
    this.#fail(error);
  }
}
