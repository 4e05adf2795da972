import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/** What `COPY … TO STDOUT` sends. `rows` is their number once all was read. A reader that stops early ends the connection. */
export function copyOut(client: pg.Client, statement: string): { content: AsyncIterable<Buffer>; rows: () => number } {
  const query = client.query(to(statement));
  // The server would go on sending, and wait for ever for somebody who reads.
  query.once('close', () => void (query.readableEnded || client.end()));
  // Whoever reads it learns it; nobody may have begun yet.
  query.on('error', () => undefined);
  return { content: query, rows: () => query.rowCount };
}

/** Sends content to `COPY … FROM STDIN`. @returns the number of rows */
export async function copyIn(client: pg.Client, statement: string, content: AsyncIterable<Buffer>): Promise<number> {
  const query = client.query(from(statement));
  await pipeline(content, query);
  return query.rowCount;
}
